import { Suspense } from 'react'
import { useLocation } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import { commentsParam } from '#shared/engine/commentParams.ts'
import { createPanelUrls, parseListView } from '#shared/engine/list/listView.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { createListAction } from '#client/list/listAction.ts'
import { loadPanel } from '#client/list/listLoader.ts'
import type { ListData } from '#client/list/listProps.ts'
import { OpenListPanel } from '#client/list/ResourceList.tsx'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { alertsScreen } from './alertsScreen.tsx'
import { isAlertPanel } from '../dashboardView.ts'
import type { AlertPanel } from '../dashboardView.ts'

/**
 * The alerts on the dashboard. Their panels lead back to the dashboard instead of the list of
 * alerts.
 */
const dashboardAlerts: Resource = { ...attentionItems, path: '/dashboard' }
const { panels } = alertsScreen

const parseAlertView = (search: string) =>
  parseListView(dashboardAlerts, new URLSearchParams(search), panels)

/** Returns a function that builds the URLs of an alert's panels. */
export function useAlertPanelUrl(): (panel: AlertPanel, id: number) => string {
  return createPanelUrls(dashboardAlerts, parseAlertView(useLocation().search))
}

export async function loadAlertPanel(
  api: Api,
  { search, searchParams: params }: URL,
  signal: AbortSignal,
): Promise<ListData | null> {
  const { panel } = parseAlertView(search)
  if (!panel || !isAlertPanel(panel.kind)) return null
  return {
    records: [],
    page: { next: null, previous: null, total: 0, totalIsCapped: false },
    columns: null,
    picked: {},
    panel: await loadPanel(panels, panel, { api, resource: dashboardAlerts, params, signal }),
    writeKey: createIdempotencyKey(),
  }
}

export const handleAlertPanel = createListAction(dashboardAlerts, panels)

/** Shows an alert's panel over the dashboard if the URL asks for it. */
export function DashboardAlertPanel({ data }: { data: ListData }) {
  const refused = useLastActionData<RejectedForm>()
  const view = parseAlertView(useLocation().search)
  const list = {
    resource: dashboardAlerts,
    view,
    columns: [],
    selection: null,
    look: {},
    refused,
    data,
  }
  const canWrite = useCan()(attentionItems, 'write')
  if (!canWrite && view.panel?.kind !== commentsParam) return null
  return (
    <Suspense>
      <OpenListPanel {...list} panels={panels} />
    </Suspense>
  )
}
