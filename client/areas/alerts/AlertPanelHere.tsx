import { Suspense } from 'react'
import { useLocation } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import { panelAddresses, parseListView } from '#shared/engine/list/listView.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import type { Refused } from '#client/form/answerForm.ts'
import { newIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { listAction } from '#client/list/listAction.ts'
import { loadPanel } from '#client/list/listLoader.ts'
import type { ListData } from '#client/list/listProps.ts'
import { OpenPanel } from '#client/list/ResourceList.tsx'
import { useAnswer } from '#client/runtime/useAnswer.ts'
import { attentionList } from './attentionList.tsx'
import { isAlertPanel } from '../dashboard/range.ts'
import type { AlertPanel } from '../dashboard/range.ts'

/** The alerts on the dashboard: a panel leads back there, and not to the list of alerts. */
const here: Resource = { ...attentionItems, path: '/dashboard' }
const { panels } = attentionList

const viewIn = (search: string) => parseListView(here, new URLSearchParams(search), panels)

/** Where the panels for an alert open. */
export function useAlertPanels(): (panel: AlertPanel, id: number) => string {
  return panelAddresses(here, viewIn(useLocation().search))
}

export async function loadAlertPanel(
  api: Api,
  { search, searchParams: params }: URL,
  signal: AbortSignal,
): Promise<ListData | null> {
  const { panel } = viewIn(search)
  if (!panel || !isAlertPanel(panel.kind)) return null
  return {
    records: [],
    page: { next: null, previous: null, total: 0, totalIsCapped: false },
    columns: null,
    picked: {},
    panel: await loadPanel(panels, panel, { api, resource: here, params, signal }),
    writeKey: newIdempotencyKey(),
  }
}

export const alertPanelAction = listAction(here, panels)

/** The panel over the dashboard, where its address asks for it. */
export function AlertPanelHere({ data }: { data: ListData }) {
  const refused = useAnswer<Refused>()
  const view = viewIn(useLocation().search)
  const list = { resource: here, view, columns: [], selection: null, look: {}, refused, data }
  if (!useMay()(attentionItems, 'write')) return null
  return (
    <Suspense>
      <OpenPanel {...list} panels={panels} />
    </Suspense>
  )
}
