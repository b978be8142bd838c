import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Action } from '#shared/permissions/permissions.ts'
import { giftCardTexts } from './cardMessages.ts'

type CardAction = { label: string; to: string; action: Action }

/** What an operator can do about a gift card, by its status, with the permission it needs. */
export function getCardActions(card: AnyRecord, view: ListView): CardAction[] {
  const buildPanelUrl = createPanelUrls(giftCards, view)
  const createAction = (panel: 'again' | 'email' | 'show' | 'cancel', action: Action) => ({
    label: giftCardTexts[panel],
    to: buildPanelUrl(panel, card.id),
    action,
  })
  switch (card['status']) {
    case 'failed':
      return [createAction('again', 'write')]
    case 'waiting':
      return [createAction('cancel', 'write')]
    case 'sent':
      return [createAction('email', 'secrets'), createAction('show', 'secrets')]
    default:
      return []
  }
}
