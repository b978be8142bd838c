import '#client/frame/forms.ts'
import { usualSort } from '#shared/engine/list/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { initialValues } from '#shared/engine/fields/validation.ts'
import { stickers } from '#shared/areas/stickers/stickers.ts'
import { begunWith } from '#client/form/begun.ts'
import type { Begun } from '#client/form/begun.ts'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import { PositionInput } from './PositionInput.tsx'
import { Preview } from './Preview.tsx'

type Loaded = { record: AnyRecord | null; begun: Begun; live: AnyRecord[] }

/** Those that are live now: whoever may stand on the same cards. */
async function load(work: PanelWork): Promise<Loaded> {
  const { api, id, params, signal } = work
  const query = {
    search: '',
    filters: [{ field: 'status', op: 'eq', value: 'live' } as const],
    sort: usualSort(stickers),
    limit: 100,
    after: null,
  }
  const [record, begun, live] = await Promise.all([
    id === null ? null : openRecord(work),
    id === null ? begunWith({ api, fields: stickers.fields, params, signal }) : {},
    listRecords(api, stickers, query, signal),
  ])
  return { record, begun, live: live.records }
}

const own = { position: PositionInput }

/** The form of every record, with the sticker on a card above it. */
function StickerPanel({ loaded: { record, begun, live }, ...props }: PanelProps<Loaded>) {
  const saved: Partial<AnyRecord> = record ?? { ...initialValues(stickers), ...begun }
  return (
    <RecordPanel {...props} loaded={record} begun={begun} own={own}>
      <Preview key={record?.id ?? 0} saved={saved} live={live} />
    </RecordPanel>
  )
}

const { create, edit } = recordIntents

export const panels = {
  create: { Panel: StickerPanel, intents: { create }, load },
  edit: { Panel: StickerPanel, intents: { edit }, load },
}
