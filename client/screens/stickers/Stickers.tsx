import '#client/stores.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { stickers, stickerStatuses } from '#shared/resources/stickers.ts'
import { definePanels } from '#client/list/definePanels.ts'
import type { ListLook } from '#client/list/listProps.ts'
import { plainScreen } from '#client/list/plainScreen.tsx'
import { stateCell } from '#client/list/stateCell.tsx'
import { Chip, lookOf } from './Chip.tsx'

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

const cells: NonNullable<ListLook['cells']> = {
  text: chip,
  status,
  storeIds: ({ storeIds }) => isNone(storeIds) && 'All stores',
  appliesTo: ({ appliesTo }) => isNone(appliesTo) && 'All',
}

/** Stickers: the generic list and form, with each on a card beside those that it meets there (screens.md, Stickers). */
export const { loader, action, Component, panels } = plainScreen(
  stickers,
  { cells },
  definePanels(() => import('./stickerPanels.tsx'), {
    create: { button: null },
    edit: { button: null },
  }),
)
