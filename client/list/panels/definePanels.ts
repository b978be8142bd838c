import type { ReactNode } from 'react'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import type { PanelTrigger } from '#shared/engine/panels.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { belongsToParent } from '#shared/engine/nestResource.ts'
import { useLazyPart } from '#client/runtime/lazyPart.ts'
import type { LazyPart } from '#client/runtime/lazyPart.ts'
import type { Intents } from '#client/form/handleForm.ts'
import type { ListProps } from '../listProps.ts'
import { clientMessages } from '#client/runtime/messages.ts'

/** Context for loading a panel; `id` is the record that the URL names. */
export type PanelLoadContext = {
  api: Api
  resource: Resource
  id: number | null
  params: URLSearchParams
  signal: AbortSignal
}

/** Props of a panel: all that the list has, and what the panel itself loaded. */
export type PanelProps<Loaded = null> = ListProps & {
  /** The resource of the records that the panel works on. */
  of: Resource
  loaded: Loaded
}

/** The component, forms, and data of an open panel. */
type PanelContent<Loaded> = {
  Panel: (props: PanelProps<Loaded>) => ReactNode
  intents: Intents<object>
  /** Null if the panel needs nothing but the list. A failure is shown in its place. */
  load: ((work: PanelLoadContext) => Promise<Loaded>) | (null extends Loaded ? null : never)
}

export type PanelDefinition<Loaded> = PanelTrigger & PanelContent<Loaded>

// `definePanels` checked that each panel gets what it loads.
// oxlint-disable-next-line typescript/no-explicit-any -- see above
export type AnyPanelContent = PanelContent<any>

/** A panel whose content is in a part that loads when one of its panels opens. */
type LazyPanel = PanelTrigger & { part: LazyPart<PanelPart> }

/** A part that brings panels. */
export type PanelPart = { panels: Readonly<Record<string, AnyPanelContent>> }

/**
 * Panels beside a list by the parameter that opens them: `/sizes?run`, `/stores?suspend=5`. The
 * loader, action, URL, and list read them.
 */
export type ListPanels = Readonly<Record<string, (PanelTrigger & AnyPanelContent) | LazyPanel>>

/** Defines panels. The compiler checks that each component accepts what its panel loads. */
export const definePanels = <Loaded extends Record<string, unknown>>(panels: {
  readonly [Name in keyof Loaded]: PanelDefinition<Loaded[Name]>
}): { readonly [Name in keyof Loaded]: PanelDefinition<Loaded[Name]> } => panels

/** Loads the content of a panel. Resolves to undefined if the list has no such panel. */
export async function loadPanelContent(
  panels: ListPanels,
  kind: string,
): Promise<AnyPanelContent | undefined> {
  const { [kind]: panel } = panels
  return panel && 'part' in panel ? (await panel.part.load()).panels[kind] : panel
}

/** Returns the content of a panel in a component. React waits for its part. */
export function usePanelContent(panels: ListPanels, kind: string): AnyPanelContent | undefined {
  const { [kind]: panel } = panels
  const loadedPart = useLazyPart(panel && 'part' in panel ? panel.part : null)
  return panel && 'part' in panel ? loadedPart?.panels[kind] : panel
}

/**
 * Returns the title of a record's panel (its task, or the record and its kind), the URL it closes
 * to, and the row that gets the focus then.
 */
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

/**
 * Loads the record that a panel's URL names. A missing record, or one of another parent, is not
 * found.
 */
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
