import { Suspense } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { loadCardTimeline } from '#shared/areas/giftCards/cardTimeline.ts'
import type { CardTimeline } from '#shared/areas/giftCards/cardTimeline.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { members } from '#shared/areas/members/members.ts'
import { revealMessages } from '#shared/areas/members/messages.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import { getColumns } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import { Button, getPanelHeading, giftCardTimeline, loadPanelRecord } from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { isPageFailure, resolveOrFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { useLazyPart } from '#client/runtime/lazyPart.ts'
import { stayParam } from '#client/form/handleForm.ts'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import type { PanelLoadContext, PanelProps } from '#client/list/panels/definePanels.ts'
import { NeighborLinks } from '#client/list/panels/RecordPanel.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { getCardActions } from './cardActions.ts'
import { giftCardTexts } from './cardMessages.ts'
import * as panel from '#client/form/Panel.css.ts'

type CardPanelData = { card: AnyRecord; timeline: CardTimeline | PageFailure }

/** Loads a gift card and its timeline, without which the card's facts still show. */
export async function loadCardPanel(context: PanelLoadContext): Promise<CardPanelData> {
  const [card, timeline] = await Promise.all([
    loadPanelRecord(context),
    resolveOrFailure(
      loadCardTimeline(context.api, Number(context.id), context.signal),
      giftCardTexts.timelineWhat,
    ),
    giftCardTimeline.load(),
  ])
  return { card, timeline }
}

const cardFacts = [...getColumns(giftCards).filter((name) => name !== 'currency'), 'memberId']

/** A gift card: its facts, what an operator can do about it, and what happened to it. */
export function CardPanel({ loaded: { card, timeline }, ...props }: PanelProps<CardPanelData>) {
  const { resource, view, data, refused } = props
  const can = useCan()
  const heading = {
    ...getPanelHeading(props, card),
    // Runa's reference for the order contains this ID.
    kind: `${giftCards.title.one} ${card.id}`,
  }
  const actions = getCardActions(card, view).filter(({ action }) => can(resource, action))
  const isOrdered = card['status'] === 'sent' && typeof card['reference'] === 'string'
  const isCheckable = isOrdered && can(resource, 'write')
  const isRevealable = !can(members, 'read') && can(orders, 'reveal')
  return (
    <Panel {...heading} size="medium" tools={<NeighborLinks {...props} record={card} />}>
      <div className={panel.body} role="region" aria-label={heading.title} tabIndex={0}>
        {refused?.intent === 'check' && refused.failure && (
          <FailureText failure={refused.failure} />
        )}
        <RecordFacts resource={giftCards} record={card} names={cardFacts} />
        {(actions.length > 0 || isCheckable || isRevealable) && (
          <nav className={panel.inline} aria-label={giftCardTexts.actions}>
            {actions.map(({ label, to }) => (
              <ButtonLink key={to} to={to} size="small" color="white" preventScrollReset>
                {messages.addEllipsis(label)}
              </ButtonLink>
            ))}
            {isRevealable && (
              <ButtonLink
                to={createPanelUrls(giftCards, view)('revealCard', card.id)}
                size="small"
                color="white"
                preventScrollReset
              >
                {messages.addEllipsis(revealMessages.showRecipient)}
              </ButtonLink>
            )}
            {isCheckable && <CheckForm card={card} writeKey={data.writeKey} />}
          </nav>
        )}
        {isOrdered && <p>{giftCardTexts.cannotCancel(String(card['reference']))}</p>}
        {isPageFailure(timeline) ? (
          <FailureText failure={timeline} />
        ) : (
          // The page that the server rendered is there before the part: React waits for it.
          <Suspense>
            <CardTimelinePart card={card} timeline={timeline} />
          </Suspense>
        )}
      </div>
    </Panel>
  )
}

function CardTimelinePart(props: { card: AnyRecord; timeline: CardTimeline }) {
  const part = useLazyPart(giftCardTimeline)
  return part && <part.CardSteps {...props} />
}

/** Asks Runa, and returns to this panel. */
function CheckForm({ card, writeKey }: { card: AnyRecord; writeKey: string }) {
  const { pathname, search } = useLocation()
  const { formData } = useNavigation()
  const hidden = { intent: 'check', id: card.id, writeKey, [stayParam]: '' }
  return (
    <Form method="post" action={pathname + search} preventScrollReset>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button
        type="submit"
        size="small"
        color="white"
        loading={formData?.get('intent') === 'check'}
      >
        {giftCardTexts.check}
      </Button>
    </Form>
  )
}
