import { lazy } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { ApiFailure } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { isWithin } from '#shared/engine/scope.ts'
import { loadChunk } from '../failures.ts'
import type { Intents } from '../form/answerForm.ts'
import type { ListProps } from './listProps.ts'

/** What a panel is loaded with; `id` is the record that the address names. */
export type PanelWork = {
  api: Api
  /** Whose records the panel works on. */
  resource: Resource
  id: number | null
  params: URLSearchParams
  signal: AbortSignal
}

/** What a panel is given: all that the list has, and what the panel itself loaded. */
export type PanelProps<Loaded = null> = ListProps & { loaded: Loaded }

/** What an open panel is made of. */
export type PanelCode<Loaded> = {
  Panel: (props: PanelProps<Loaded>) => ReactNode
  /** What its forms may ask for. */
  intents: Intents
  /** What it works on; null where that is nothing but the list. A failure is shown in its place. */
  load: ((work: PanelWork) => Promise<Loaded>) | (null extends Loaded ? null : never)
}

/** What opens beside a list, on one screen: loader, action, address and list read it. */
export type ListPanel<Loaded> = {
  /** The words of the button that opens it; null where a row or another panel leads to it. */
  button: string | null
  /** Imports what it is made of: a list that is only looked at does not load it. */
  code: () => Promise<PanelCode<Loaded>>
  /** Whose records it works on, where those are not the list's. */
  of?: Resource
  /** It stands instead of the list, and stays when its form is done. */
  instead?: true
}

/** Panels by the parameter that opens them: `/sizes?run`, `/stores?suspend=5`. What each loads is its own affair. */
// oxlint-disable-next-line typescript/no-explicit-any -- `definePanels` checked that each is given what it loads.
export type ListPanels = Readonly<Record<string, ListPanel<any>>>

/** Panels, each declared once and checked while it compiles: what one loads is what its component takes. */
export const definePanels = <Loaded extends Record<string, unknown>>(panels: {
  readonly [Name in keyof Loaded]: ListPanel<Loaded[Name]>
}): ListPanels => panels

// oxlint-disable-next-line typescript/no-explicit-any -- as above
type AnyCode = PanelCode<any>
const imported = new WeakMap<ListPanel<unknown>, AnyCode>()
const components = new WeakMap<ListPanel<unknown>, ComponentType<PanelProps<unknown>>>()

/** What a panel is made of, imported; from then on `panelComponent` is there at once. */
export async function importPanel(panel: ListPanel<unknown>): Promise<AnyCode> {
  const code = await loadChunk(panel.code)
  imported.set(panel, code)
  return code
}

/**
 * The component of a panel. Its loader has imported it, but where the server's page is hydrated: that waits for it here.
 */
export function panelComponent(panel: ListPanel<unknown>): ComponentType<PanelProps<unknown>> {
  const known = components.get(panel)
  if (known) return known
  const component =
    imported.get(panel)?.Panel ??
    lazy(async () => ({ default: (await importPanel(panel)).Panel as ComponentType }))
  components.set(panel, component)
  return component
}

/** The record that the address of a panel names; one that stands elsewhere, or nowhere, is not found. */
export async function openRecord({ api, resource, id, signal }: PanelWork): Promise<AnyRecord> {
  const record = id === null ? null : await readRecord(api, resource, id, signal)
  if (record && isWithin(resource, record)) return record
  throw new ApiFailure({ status: 404, code: 'not_found', title: 'No such record' })
}
