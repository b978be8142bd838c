import { redirect, useLoaderData, useNavigation } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { ApiError } from '#shared/engine/api.ts'
import { listRecentChanges } from '#shared/areas/logs/auditCalls.ts'
import { hasEarlierData, loadDashboardData } from '#shared/areas/dashboard/dashboardCalls.ts'
import type { Dashboard as Figured } from '#shared/areas/dashboard/dashboardCalls.ts'
import { toDay } from '#shared/format/dates.ts'
import { listOpenAlerts } from '#shared/areas/alerts/alertCalls.ts'
import { switchScreens } from '#client/frame/index.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { alertsScreen } from './alerts/alertsScreen.tsx'
import {
  handleAlertPanel,
  DashboardAlertPanel,
  loadAlertPanel,
} from './alerts/DashboardAlertPanel.tsx'
import { handleAlertAction } from './alerts/alertAction.ts'
import { AlertSection } from './alerts/AlertSection.tsx'
import type { OpenAlerts } from './alerts/AlertSection.tsx'
import { dashboardMessages } from './messages.ts'
import {
  overlayParamNames,
  buildDashboardUrl,
  isAlertPanel,
  parseDashboardView,
} from './dashboardView.ts'
import type { DashboardView } from './dashboardView.ts'
import type { ListData } from '#client/list/listProps.ts'
import { messages } from '#shared/messages.ts'
import { clientLists, countClientList } from '#shared/engine/platformCalls.ts'
import { resolveOrFailure } from '#client/runtime/failures.ts'
import { actorsContext, apiContext } from '#client/runtime/contexts.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { formatPageFailure } from '#client/runtime/formatError.ts'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { getParameterLabel } from '#client/list/filters/filterText.ts'
import { IgnoredParams } from '#client/list/filters/IgnoredFilters.tsx'
import { RetryForm } from '#client/shell/RouteFailure.tsx'
import { ClientLists } from './ClientLists.tsx'
import type { ListCount } from './ClientLists.tsx'
import { FailedPaymentsChart, OrdersChart } from './Charts.tsx'
import { Credits } from './Credits.tsx'
import { DashboardFigureStrip } from './DashboardFigureStrip.tsx'
import { RangeBar } from './RangeBar.tsx'
import { RecentChanges } from './RecentChanges.tsx'
import { describeRecentChanges, findResourceListPath } from './recentChange.ts'
import type { DescribedChange } from './recentChange.ts'
import { Revenue } from './Revenue.tsx'
import * as layout from './layout.css.ts'

type DashboardData = {
  view: DashboardView
  asOf: string
  today: string
  figures: Figured | PageFailure | null
  lists: ListCount[]
  changes: DescribedChange[] | PageFailure
  alerts: OpenAlerts | PageFailure
  alertPanel: ListData | null
}

async function loadDashboard({
  request,
  context,
}: LoaderFunctionArgs): Promise<DashboardData | Response> {
  const url = new URL(request.url)
  const { searchParams } = url
  const asOf = new Date().toISOString()
  const today = toDay(asOf)
  const view = parseDashboardView(searchParams, today)
  if (needsTidyUrl(searchParams, view)) return redirect(buildDashboardUrl(view))
  const api = context.get(apiContext)
  const { signal } = request
  const [figures, changes, attention, alertPanel, ...counts] = await Promise.all([
    view.days &&
      resolveOrFailure(loadDashboardData(api, view.days, signal), dashboardMessages.what),
    resolveOrFailure(listRecentChanges(api, 10, signal), dashboardMessages.recentWhat),
    resolveOrFailure(listOpenAlerts(api, 25, signal), dashboardMessages.attention.what),
    loadAlertPanel(api, url, signal),
    ...clientLists.map((list) => catchApiError(countClientList(api, list, signal))),
  ])
  // Keeps the menu's count in sync.
  if (!('code' in attention))
    context
      .get(actorsContext)
      .session.send({ type: 'attention.counted', open: attention.page.total })
  const lists = clientLists.map((list, index) => ({
    list,
    count: counts[index]?.count ?? null,
    capped: counts[index]?.capped ?? false,
    path: findResourceListPath(list),
  }))
  return {
    view,
    asOf,
    today,
    figures,
    lists,
    changes: 'code' in changes ? changes : await describeRecentChanges(changes),
    alerts:
      'code' in attention
        ? attention
        : {
            items: attention.records.slice(0, maxShownAlerts),
            total: attention.page.total,
            writeKey: createIdempotencyKey(),
          },
    alertPanel,
  }
}

const maxShownAlerts = 5

/**
 * Returns whether the URL should be replaced: a form sends all its fields, and a shared URL should
 * be short. Not while an overlay or a panel is open.
 */
const needsTidyUrl = (params: URLSearchParams, view: DashboardView) =>
  !overlayParamNames.some((name) => params.has(name)) &&
  params.toString() !== (buildDashboardUrl(view).split('?')[1] ?? '')

/**
 * Returns null for a failed call. Failures of the four lists are silently ignored (spec.md section
 * 7), and their count stays unknown.
 */
const catchApiError = <T,>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })

function Dashboard() {
  const {
    view,
    asOf,
    today,
    figures,
    lists,
    changes,
    alerts: attention,
    alertPanel,
  } = useLoaderData<DashboardData>()
  const { location } = useNavigation()
  const loadedFigures = figures && !('code' in figures) ? figures : null
  const compare = view.compare && loadedFigures !== null && hasEarlierData(loadedFigures)
  return (
    <>
      <PageHeader />
      <div className={layout.page}>
        <IgnoredParamsNote view={view} />
        <AlertSection attention={attention} />
        <RangeBar view={view} today={today} asOf={asOf} known={loadedFigures} />
        {loadedFigures ? (
          <div className={layout.figures} aria-busy={location?.pathname === '/dashboard'}>
            <DashboardFigureStrip figures={loadedFigures} compare={compare} />
            <div className={layout.columns}>
              <div className={layout.column}>
                <div className={layout.card}>
                  <OrdersChart figures={loadedFigures} compare={compare} />
                </div>
                <div className={layout.card}>
                  <FailedPaymentsChart figures={loadedFigures} compare={compare} />
                </div>
              </div>
              <Revenue
                revenue={loadedFigures.revenue}
                days={loadedFigures.range}
                compare={compare}
              />
            </div>
            <Credits figures={loadedFigures} view={view} compare={compare} />
          </div>
        ) : (
          <NoFigures failure={figures && 'code' in figures ? figures : null} />
        )}
        <ClientLists lists={lists} />
        <RecentChanges changes={changes} />
      </div>
      {alertPanel && <DashboardAlertPanel data={alertPanel} />}
    </>
  )
}

const parameterNames: Record<string, string> = dashboardMessages.unread.names

function IgnoredParamsNote({ view }: { view: DashboardView }) {
  const sentences = view.ignoredParams.map(({ name, value, reason: why }) =>
    messages.filters.unread(getParameterLabel(name, parameterNames), why, value),
  )
  return (
    <IgnoredParams
      sentences={sentences}
      forget={buildDashboardUrl({ ...view, ignoredParams: [] })}
    />
  )
}

function NoFigures({ failure }: { failure: PageFailure | null }) {
  const { range, failed } = dashboardMessages
  if (!failure) return <StateMessage title={range.none}>{range.noneText}</StateMessage>
  if (failure.code === 'not_offered')
    return <p className={layout.soft}>{formatPageFailure(failure)}</p>
  return (
    <StateMessage title={failed} actions={<RetryForm code={failure.code} />}>
      {formatPageFailure(failure)}
    </StateMessage>
  )
}

const isAlertPanelForm = async (request: Request) =>
  isAlertPanel((await request.clone().formData()).get('intent'))

/** The dashboard, and the list of all alerts. */
export const { loader, action, Component, panels } = switchScreens(
  {
    loader: loadDashboard,
    action: async (args) =>
      (await isAlertPanelForm(args.request)) ? handleAlertPanel(args) : handleAlertAction(args),
    Component: Dashboard,
  },
  { attention: alertsScreen },
)
