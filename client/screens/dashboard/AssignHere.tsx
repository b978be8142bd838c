import { Suspense } from 'react'
import { useLocation } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import { panelAddresses, parseListView } from '#shared/engine/list/listView.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { attentionItems } from '#shared/resources/attentionItems.ts'
import { useMay } from '#client/ConsoleContext.tsx'
import type { Refused } from '#client/form/answerForm.ts'
import { newIdempotencyKey } from '#client/idempotencyKey.ts'
import { listAction } from '#client/list/listAction.ts'
import { loadPanel } from '#client/list/listLoader.ts'
import type { ListData } from '#client/list/listProps.ts'
import { OpenPanel } from '#client/list/ResourceList.tsx'
import { useAnswer } from '#client/useAnswer.ts'
import { attentionList } from './attentionList.tsx'
import { assignParam } from './range.ts'

/** What needs attention as it stands here: its panel leads back to the dashboard, and not to its list. */
const here: Resource = { ...attentionItems, path: '/dashboard' }
const { panels } = attentionList

const viewIn = (search: string) => parseListView(here, new URLSearchParams(search), panels)

/** Where the panel is opened that says who sees to an item. */
export function useAssignAddress(): (id: number) => string {
  const at = panelAddresses(here, viewIn(useLocation().search))
  return (id) => at(assignParam, id)
}

export async function loadAssign(
  api: Api,
  { search, searchParams: params }: URL,
  signal: AbortSignal,
): Promise<ListData | null> {
  const { panel } = viewIn(search)
  if (panel?.kind !== assignParam) return null
  return {
    records: [],
    page: { next: null, previous: null, total: 0, totalIsCapped: false },
    columns: null,
    picked: {},
    panel: await loadPanel(panels, panel, { api, resource: here, params, signal }),
    writeKey: newIdempotencyKey(),
  }
}

export const assignAction = listAction(here, panels)

/** The panel over the dashboard, where its address asks for it. */
export function AssignHere({ data }: { data: ListData }) {
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
