import { lazy } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { belongsToParent } from '#shared/engine/nestResource.ts'
import { loadChunk } from '#client/runtime/failures.ts'
import type { Intents } from '#client/form/handleForm.ts'
import type { ListProps } from '../listProps.ts'
import { clientMessages } from '#client/runtime/messages.ts'

/** What a panel is loaded with; `id` is the record that the address names. */
export type PanelLoadContext = {
  api: Api
  resource: Resource
  id: number | null
  params: URLSearchParams
  signal: AbortSignal
}

/** What a panel is given: all that the list has, and what the panel itself loaded. */
export type PanelProps<Loaded = null> = ListProps & { loaded: Loaded }

/** What an open panel is made of. */
export type PanelDefinition<Loaded> = {
  Panel: (props: PanelProps<Loaded>) => ReactNode
  intents: Intents<object>
  /** Null where that is nothing but the list; a failure is shown in its place. */
  load: ((work: PanelLoadContext) => Promise<Loaded>) | (null extends Loaded ? null : never)
}

type PanelTrigger = {
  /** The words of the button that opens it; null where a row or another panel leads to it. */
  button: string | null
  /** Whose records it works on, where those are not the list's. */
  of?: Resource
  /** It stands instead of the list, and stays when its form is done. */
  instead?: true
  /** It tells something, to whoever sees the list; its forms see to themselves who may send them. */
  reads?: true
  /** What else of an address is its own: `with` of `/userGroups?compare=5&with=7`. */
  params?: readonly string[]
}

// oxlint-disable-next-line typescript/no-explicit-any -- `definePanels` checked that each is given what it loads.
type AnyPanelDefinition = PanelDefinition<any>

/** What panels are made of; the build adds on the server which file it is (scripts/bundles.ts). */
type PanelModule<Panels> = () => Promise<{ panels: Panels; source?: string }>

/** What opens beside a list, on one screen: loader, action, address and list read it. */
export type ListPanel = PanelTrigger & {
  module: PanelModule<Readonly<Record<string, AnyPanelDefinition>>>
}

/** Panels by the parameter that opens them: `/sizes?run`, `/stores?suspend=5`. What each loads is its own affair. */
export type ListPanels = Readonly<Record<string, ListPanel>>

/** The panels of a module, checked while it compiles: what one loads its component takes; imported when one is opened. */
export const definePanels = <Loaded extends Record<string, unknown>>(
  module: PanelModule<{ readonly [Name in keyof Loaded]: PanelDefinition<Loaded[Name]> }>,
  ways: Readonly<Record<NoInfer<keyof Loaded & string>, PanelTrigger>>,
): ListPanels =>
  Object.fromEntries(
    Object.entries<PanelTrigger>(ways).map(([kind, way]) => [kind, { ...way, module }]),
  )

const loadedPanels = new WeakMap<ListPanel, AnyPanelDefinition>()
const panelComponents = new WeakMap<
  ListPanel,
  AnyPanelDefinition['Panel'] | ComponentType<PanelProps<unknown>>
>()

/** What a panel is made of, imported; from then on `getPanelComponent` has it at once. */
export async function importPanel(
  panels: ListPanels,
  kind: string,
): Promise<AnyPanelDefinition | undefined> {
  const { [kind]: panel } = panels
  if (!panel) return undefined
  const code = (await loadChunk(panel.module)).panels[kind]
  if (code) loadedPanels.set(panel, code)
  return code
}

/** The component of a panel. A loader has imported it, but for the page that the server rendered: there it is waited for. */
export function getPanelComponent(panels: ListPanels, kind: string) {
  const { [kind]: panel } = panels
  const known = panel && panelComponents.get(panel)
  if (!panel || known) return known
  const component =
    loadedPanels.get(panel)?.Panel ??
    lazy(async () => ({ default: (await importPanel(panels, kind))?.Panel ?? (() => null) }))
  panelComponents.set(panel, component)
  return component
}

/** What a panel about a record is called (by its task, or as its kind), where it leads back to, and whose row has the focus then. */
export const getPanelHeading = (
  { resource, view }: Pick<PanelProps, 'resource' | 'view'>,
  record: AnyRecord,
  task?: (name: string) => string,
) => ({
  ...(task
    ? { title: task(getLabel(resource, record)) }
    : { title: getLabel(resource, record), kind: resource.title.one }),
  close: buildListUrl(resource, withPanel(view, null)),
  row: record.id,
})

/** The record that the address of a panel names; one that stands elsewhere, or nowhere, is not found. */
export async function loadPanelRecord({
  api,
  resource,
  id,
  signal,
}: PanelLoadContext): Promise<AnyRecord> {
  const record = id === null ? null : await loadRecord(api, resource, id, signal)
  if (record && belongsToParent(resource, record)) return record
  throw new ApiError({ status: 404, code: 'not_found', title: clientMessages.recordNotFound })
}
