import '#client/forms.ts'
import '#client/stores.ts'
import { usualSort } from '#shared/engine/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { initialValues } from '#shared/engine/validation.ts'
import { stickers } from '#shared/resources/stickers.ts'
import { openRecord } from '#client/list/definePanels.ts'
import type { PanelProps, PanelWork } from '#client/list/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { RecordPanel } from '#client/list/RecordPanel.tsx'
import { PositionInput } from './PositionInput.tsx'
import { Preview } from './Preview.tsx'

type Loaded = { record: AnyRecord | null; live: AnyRecord[] }

/** Those that are live now: whoever may stand on the same cards. */
async function load(work: PanelWork): Promise<Loaded> {
  const { api, id, signal } = work
  const query = {
    search: '',
    filters: [{ field: 'status', op: 'eq', value: 'live' } as const],
    sort: usualSort(stickers),
    limit: 100,
    after: null,
  }
  const [record, live] = await Promise.all([
    id === null ? null : openRecord(work),
    listRecords(api, stickers, query, signal),
  ])
  return { record, live: live.records }
}

const own = { position: PositionInput }

/** The form of every record, with the sticker on a card above it. */
function StickerPanel({ loaded: { record, live }, ...props }: PanelProps<Loaded>) {
  const saved: Partial<AnyRecord> = record ?? initialValues(stickers)
  return (
    <RecordPanel {...props} loaded={record} own={own}>
      <Preview key={record?.id ?? 0} saved={saved} live={live} />
    </RecordPanel>
  )
}

const { create, edit } = recordIntents

export const panels = {
  create: { Panel: StickerPanel, intents: { create }, load },
  edit: { Panel: StickerPanel, intents: { edit }, load },
}
