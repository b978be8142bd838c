import '#client/frame/stores.ts'
import { redirect, useLoaderData, useNavigation } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { ApiFailure } from '#shared/engine/api.ts'
import { recentChanges } from '#shared/areas/logs/auditCalls.ts'
import { readDashboard } from '#shared/areas/dashboard/dashboardCalls.ts'
import type { Dashboard as Figured } from '#shared/areas/dashboard/dashboardCalls.ts'
import { dayAt } from '#shared/format/dates.ts'
import { openItems } from '#shared/areas/alerts/attentionCalls.ts'
import { newIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { withScreens } from '#client/list/plainScreen.tsx'
import { attentionList } from '../alerts/attentionList.tsx'
import { alertPanelAction, AlertPanelHere, loadAlertPanel } from '../alerts/AlertPanelHere.tsx'
import { NeedsAttention } from '../alerts/Attention.tsx'
import type { Attention } from '../alerts/Attention.tsx'
import { dashboardMessages } from './words.ts'
import { besides, dashboardAddress, isAlertPanel, parseDashboardView } from './range.ts'
import type { DashboardView } from './range.ts'
import type { ListData } from '#client/list/listProps.ts'
import { messages } from '#shared/messages.ts'
import { clientLists, countOf } from '#shared/engine/platformCalls.ts'
import { loadChunk, orFailure } from '#client/runtime/failures.ts'
import { actorsContext, apiContext } from '#client/runtime/contexts.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { failureSentence } from '#client/runtime/failureSentence.ts'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { UnreadParams } from '#client/list/filters/UnreadFilters.tsx'
import { Retry } from '#client/shell/RouteFailure.tsx'
import { ClientLists } from './ClientLists.tsx'
import type { ListCount } from './ClientLists.tsx'
import { FailuresChart, OrdersChart } from './Charts.tsx'
import { Credits } from './Credits.tsx'
import { Figures } from './Figures.tsx'
import { hasBefore, RangeBar } from './RangeBar.tsx'
import { RecentChanges } from './RecentChanges.tsx'
import type { ToldChange } from './recordWords.ts'
import { Revenue } from './Revenue.tsx'
import * as layout from './layout.css.ts'

type DashboardData = {
  view: DashboardView
  asOf: string
  today: string
  figures: Figured | PageFailure | null
  lists: ListCount[]
  changes: ToldChange[] | PageFailure
  attention: Attention | PageFailure
  alertPanel: ListData | null
}

async function loadDashboard({
  request,
  context,
}: LoaderFunctionArgs): Promise<DashboardData | Response> {
  const url = new URL(request.url)
  const { searchParams } = url
  const asOf = new Date().toISOString()
  const today = dayAt(asOf)
  const view = parseDashboardView(searchParams, today)
  if (isUntidy(searchParams, view)) return redirect(dashboardAddress(view))
  const api = context.get(apiContext)
  const { signal } = request
  const [{ told, listPath }, figures, changes, attention, alertPanel, ...counts] =
    await Promise.all([
      loadChunk(() => import('./recordWords.ts')),
      view.days && orFailure(readDashboard(api, view.days, signal), dashboardMessages.what),
      orFailure(recentChanges(api, 10, signal), dashboardMessages.recentWhat),
      orFailure(openItems(api, 25, signal), dashboardMessages.attention.what),
      loadAlertPanel(api, url, signal),
      ...clientLists.map((list) => orNull(countOf(api, list, signal))),
    ])
  // The menu counts the same.
  if (!('code' in attention))
    context
      .get(actorsContext)
      .session.send({ type: 'attention.counted', open: attention.page.total })
  const lists = clientLists.map((list, at) => ({
    list,
    count: counts[at]?.count ?? null,
    capped: counts[at]?.capped ?? false,
    path: listPath(list),
  }))
  return {
    view,
    asOf,
    today,
    figures,
    lists,
    changes: 'code' in changes ? changes : changes.map(told),
    attention:
      'code' in attention
        ? attention
        : {
            items: attention.records.slice(0, shownItems),
            total: attention.page.total,
            writeKey: newIdempotencyKey(),
          },
    alertPanel,
  }
}

const shownItems = 5

/** A form sends all its fields; the address is tidied so that it can be shared. What stands around the page, or over it, stays. */
const isUntidy = (params: URLSearchParams, view: DashboardView) =>
  !besides.some((name) => params.has(name)) &&
  params.toString() !== (dashboardAddress(view).split('?')[1] ?? '')

/** A failed call as null: failures of the four lists are silently ignored (spec.md section 7), their number stays open. */
const orNull = <T,>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (error instanceof ApiFailure) return null
    throw error
  })

function Dashboard() {
  const { view, asOf, today, figures, lists, changes, attention, alertPanel } =
    useLoaderData<DashboardData>()
  const { location } = useNavigation()
  const known = figures && !('code' in figures) ? figures : null
  const compare = view.compare && known !== null && hasBefore(known)
  return (
    <>
      <PageHeader />
      <div className={layout.page}>
        <Unread view={view} />
        <NeedsAttention attention={attention} />
        <RangeBar view={view} today={today} asOf={asOf} known={known} />
        {known ? (
          <div className={layout.figures} aria-busy={location?.pathname === '/dashboard'}>
            <Figures figures={known} compare={compare} />
            <div className={layout.columns}>
              <div className={layout.column}>
                <div className={layout.card}>
                  <OrdersChart figures={known} compare={compare} />
                </div>
                <div className={layout.card}>
                  <FailuresChart figures={known} compare={compare} />
                </div>
              </div>
              <Revenue revenue={known.revenue} days={known.range} compare={compare} />
            </div>
            <Credits figures={known} view={view} compare={compare} />
          </div>
        ) : (
          <NoFigures failure={figures && 'code' in figures ? figures : null} />
        )}
        <ClientLists lists={lists} />
        <RecentChanges changes={changes} />
      </div>
      {alertPanel && <AlertPanelHere data={alertPanel} />}
    </>
  )
}

const names: Record<string, string> = dashboardMessages.unread.names

function Unread({ view }: { view: DashboardView }) {
  const sentences = view.unread.map(({ name, value, why }) =>
    messages.filters.unread(Object.hasOwn(names, name) ? (names[name] ?? name) : name, why, value),
  )
  return <UnreadParams sentences={sentences} forget={dashboardAddress({ ...view, unread: [] })} />
}

function NoFigures({ failure }: { failure: PageFailure | null }) {
  const { range, failed } = dashboardMessages
  if (!failure) return <StateMessage title={range.none}>{range.noneText}</StateMessage>
  if (failure.code === 'not_offered')
    return <p className={layout.soft}>{failureSentence(failure)}</p>
  return (
    <StateMessage title={failed} actions={<Retry code={failure.code} />}>
      {failureSentence(failure)}
    </StateMessage>
  )
}

const isOfAlertPanel = async (request: Request) =>
  isAlertPanel((await request.clone().formData()).get('intent'))

/** The dashboard, and the list of all alerts behind it. */
export const { loader, action, Component, panels } = withScreens(
  {
    loader: loadDashboard,
    action: async (args) =>
      (await isOfAlertPanel(args.request))
        ? alertPanelAction(args)
        : (await loadChunk(() => import('../alerts/attentionAction.ts'))).attentionAction(args),
    Component: Dashboard,
    panels: attentionList.panels,
  },
  { attention: attentionList },
)
