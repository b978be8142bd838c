import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { stickers } from '#shared/areas/stickers/stickers.ts'
import { definePanels, loadPanelRecord } from '#client/frame/index.ts'
import { loadPrefill } from '#client/form/prefill.ts'
import type { Prefill } from '#client/form/prefill.ts'
import type { PanelProps, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import { StickerPositionInput } from './StickerPositionInput.tsx'
import { StickerPreview } from './StickerPreview.tsx'

type StickerPanelData = { record: AnyRecord | null; prefill: Prefill; live: AnyRecord[] }

/** Loads the sticker and all live stickers, which may appear on the same cards. */
async function loadStickerPanel(context: PanelLoadContext): Promise<StickerPanelData> {
  const { api, id, params, signal } = context
  const query = {
    search: '',
    filters: [{ field: 'status', op: 'eq', value: 'live' } as const],
    sort: getDefaultSort(stickers),
    limit: 100,
    after: null,
  }
  const [record, prefill, live] = await Promise.all([
    id === null ? null : loadPanelRecord(context),
    id === null ? loadPrefill({ api, fields: stickers.fields, params, signal }) : {},
    listRecords(api, stickers, query, signal),
  ])
  return { record, prefill, live: live.records }
}

const stickerInputs = { position: StickerPositionInput }

/** Renders the generic form with the sticker on a card above it. */
function StickerPanel({
  loaded: { record, prefill, live },
  ...props
}: PanelProps<StickerPanelData>) {
  const saved: Partial<AnyRecord> = record ?? { ...getInitialValues(stickers), ...prefill }
  return (
    <RecordPanel {...props} loaded={record} prefill={prefill} own={stickerInputs}>
      <StickerPreview key={record?.id ?? 0} saved={saved} live={live} />
    </RecordPanel>
  )
}

const { create, edit } = recordIntents

export const stickerPanels = definePanels({
  create: { Panel: StickerPanel, intents: { create }, load: loadStickerPanel },
  edit: { Panel: StickerPanel, intents: { edit }, load: loadStickerPanel },
})
