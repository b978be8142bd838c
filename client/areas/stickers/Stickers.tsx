import '#client/frame/signedIn.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatInstant } from '#shared/format/dates.ts'
import { stickers, stickerStatuses } from '#shared/areas/stickers/stickers.ts'
import { useZone } from '#client/runtime/ConsoleContext.tsx'
import { definePanels } from '#client/list/panels/definePanels.ts'
import type { ListLook } from '#client/list/listProps.ts'
import { plainScreen } from '#client/list/plainScreen.tsx'
import { stateCell } from '#client/list/table/stateCell.tsx'
import { Chip, lookOf } from './Chip.tsx'
import { stickerWords as say } from './words.ts'

const status = stateCell('status', stickerStatuses, {
  live: 'good',
  scheduled: 'warn',
  ended: 'off',
  off: 'off',
})

function chip(record: AnyRecord) {
  const look = lookOf(record)
  return (look.text || look.picture) && <Chip look={look} />
}

const isNone = (value: unknown) => Array.isArray(value) && value.length === 0

/** Of an instant at which a day begins there, the day alone. */
const begun = (at: string, zone: string): string => formatInstant(at, zone).replace(' 12:00 AM', '')

function Schedule({ of: { startsAt, endsAt } }: { of: AnyRecord }) {
  const zone = useZone()
  const shown = (at: unknown) =>
    typeof at === 'string' && <time dateTime={at}>{begun(at, zone)}</time>
  const [from, to] = [shown(startsAt), shown(endsAt)]
  return (
    <>
      {from && !to && `${say.from} `}
      {from}
      {to && (from ? say.to : `${say.until} `)}
      {to}
      {!from && !to && say.always}
    </>
  )
}

const cells: NonNullable<ListLook['cells']> = {
  text: chip,
  status,
  startsAt: (sticker) => <Schedule of={sticker} />,
  appliesTo: ({ appliesTo }) => isNone(appliesTo) && say.all,
}

/** Stickers: the generic list and form, with each on a card beside those that it meets there (screens.md, Stickers). */
export const { loader, action, Component, panels } = plainScreen(
  stickers,
  // Both ends of a schedule are in sight, with their times.
  {
    cells,
    widths: { name: 140, text: 146, status: 106, priority: 84, startsAt: 330, appliesTo: 90 },
  },
  definePanels(() => import('./stickerPanels.tsx'), {
    create: { button: null },
    edit: { button: null },
  }),
)
