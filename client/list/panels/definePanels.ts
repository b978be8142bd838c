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

/** Context for loading a panel; `id` is the record that the URL names. */
export type PanelLoadContext = {
  api: Api
  resource: Resource
  id: number | null
  params: URLSearchParams
  signal: AbortSignal
}

/** Props of a panel: all that the list has, and what the panel itself loaded. */
export type PanelProps<Loaded = null> = ListProps & { loaded: Loaded }

/** The component, forms, and data of an open panel. */
export type PanelDefinition<Loaded> = {
  Panel: (props: PanelProps<Loaded>) => ReactNode
  intents: Intents<object>
  /** Null if the panel needs nothing but the list. A failure is shown in its place. */
  load: ((work: PanelLoadContext) => Promise<Loaded>) | (null extends Loaded ? null : never)
}

type PanelTrigger = {
  /** Label of the button that opens it; null if a row or another panel leads to it. */
  button: string | null
  /** The resource of the records it works on, if it isn't the list's. */
  of?: Resource
  /** Replaces the list, and stays after its form succeeded. */
  instead?: true
  /**
   * Shows something to everyone who sees the list. Its forms check themselves who may submit them.
   */
  reads?: true
  /** Other URL parameters that belong to it: `with` in `/userGroups?compare=5&with=7`. */
  params?: readonly string[]
}

// `definePanels` checked that each panel gets what it loads.
// oxlint-disable-next-line typescript/no-explicit-any -- see above
type AnyPanelDefinition = PanelDefinition<any>

/** A module of panel definitions. On the server, the build adds its file (scripts/bundles.ts). */
type PanelModule<Panels> = () => Promise<{ panels: Panels; source?: string }>

/** A panel beside a list, on one screen. The loader, action, URL, and list read it. */
export type ListPanel = PanelTrigger & {
  module: PanelModule<Readonly<Record<string, AnyPanelDefinition>>>
}

/**
 * Panels by the parameter that opens them: `/sizes?run`, `/stores?suspend=5`. Each loads data of
 * its own type.
 */
export type ListPanels = Readonly<Record<string, ListPanel>>

/**
 * Defines the panels of a module, which is imported when one is opened. The compiler checks that
 * each component accepts what its panel loads.
 */
export const definePanels = <Loaded extends Record<string, unknown>>(
  module: PanelModule<{ readonly [Name in keyof Loaded]: PanelDefinition<Loaded[Name]> }>,
  triggers: Readonly<Record<NoInfer<keyof Loaded & string>, PanelTrigger>>,
): ListPanels =>
  Object.fromEntries(
    Object.entries<PanelTrigger>(triggers).map(([kind, trigger]) => [kind, { ...trigger, module }]),
  )

const loadedPanels = new WeakMap<ListPanel, AnyPanelDefinition>()
const panelComponents = new WeakMap<
  ListPanel,
  AnyPanelDefinition['Panel'] | ComponentType<PanelProps<unknown>>
>()

/**
 * Imports a panel's definition. From then on, `getPanelComponent` has its component immediately.
 */
export async function importPanelDefinition(
  panels: ListPanels,
  kind: string,
): Promise<AnyPanelDefinition | undefined> {
  const { [kind]: panel } = panels
  if (!panel) return undefined
  const code = (await loadChunk(panel.module)).panels[kind]
  if (code) loadedPanels.set(panel, code)
  return code
}

/**
 * Returns a panel's component. A loader has imported it, except for a server-rendered page, where
 * React waits for it.
 */
export function getPanelComponent(panels: ListPanels, kind: string) {
  const { [kind]: panel } = panels
  const cached = panel && panelComponents.get(panel)
  if (!panel || cached) return cached
  const component =
    loadedPanels.get(panel)?.Panel ??
    lazy(async () => ({
      default: (await importPanelDefinition(panels, kind))?.Panel ?? (() => null),
    }))
  panelComponents.set(panel, component)
  return component
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
