import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatInstant } from '#shared/format/dates.ts'
import { stickers, stickerStatuses } from '#shared/areas/stickers/stickers.ts'
import { createListScreen, createStateCell } from '#client/frame/index.ts'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { stickerPanels } from './stickerPanels.tsx'
import type { ListOptions } from '#client/list/listProps.ts'
import { StickerChip, toStickerLook } from './StickerChip.tsx'
import { stickersMessages } from './messages.ts'

const renderStickerStatus = createStateCell('status', stickerStatuses, {
  live: 'good',
  scheduled: 'warn',
  ended: 'off',
  off: 'off',
})

function renderStickerChip(record: AnyRecord) {
  const look = toStickerLook(record)
  return (look.text || look.imageUrl) && <StickerChip look={look} />
}

const hasEntries = (value: unknown) => Array.isArray(value) && value.length > 0

const renderProducts = ({ appliesTo, categoryIds, catalogIds }: AnyRecord) =>
  !hasEntries(appliesTo) &&
  ([categoryIds, catalogIds].some(hasEntries)
    ? stickersMessages.someProducts
    : stickersMessages.allProducts)

/** Formats the start of a day as the date only. */
const formatScheduleTime = (instant: string, zone: string): string =>
  formatInstant(instant, zone).replace(' 12:00 AM', '')

function StickerSchedule({ of: { startsAt, endsAt } }: { of: AnyRecord }) {
  const zone = useTimeZone()
  const renderTime = (instant: unknown) =>
    typeof instant === 'string' && (
      <time dateTime={instant}>{formatScheduleTime(instant, zone)}</time>
    )
  const [from, to] = [renderTime(startsAt), renderTime(endsAt)]
  return (
    <>
      {from && !to && `${stickersMessages.from} `}
      {from}
      {to && (from ? ` ${stickersMessages.to} ` : `${stickersMessages.until} `)}
      {to}
      {!from && !to && stickersMessages.always}
    </>
  )
}

const stickerCells: NonNullable<ListOptions['cells']> = {
  text: renderStickerChip,
  status: renderStickerStatus,
  startsAt: (sticker) => <StickerSchedule of={sticker} />,
  appliesTo: renderProducts,
}

/**
 * Stickers: the generic list and form, with a preview on a card beside competing stickers
 * (screens.md, Stickers).
 */
export const { loader, action, Component, panels } = createListScreen(
  stickers,
  // Both ends of a schedule are visible with their times.
  {
    cells: stickerCells,
    widths: { name: 118, text: 146, status: 108, priority: 84, startsAt: 332, appliesTo: 108 },
  },
  stickerPanels,
)
