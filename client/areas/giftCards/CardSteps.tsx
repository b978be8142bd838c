import type { CardStep, CardTimeline } from '#shared/areas/giftCards/cardTimeline.ts'
import { cardLinkStates, stepSources } from '#shared/areas/giftCards/messages.ts'
import { mails } from '#shared/areas/email/mails.ts'
import { formatActor } from '#shared/engine/actors.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import { formatIdentifierAsWords, stepStyles as styles } from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { cardStepTexts } from './cardStepMessages.ts'
import * as panel from '#client/form/Panel.css.ts'

type Props = { card: AnyRecord; timeline: CardTimeline }

/** What happened to a gift card, and what neither Runa nor mail servers report. */
export function CardSteps({ card: { status, reference }, timeline }: Props) {
  const isOrdered = status === 'sent' && typeof reference === 'string'
  return (
    <>
      <h3 className={panel.subheading}>{cardStepTexts.timeline}</h3>
      <ol className={styles.steps}>
        {timeline.data.map((step, index) => (
          <Step key={`${step.at}-${step.kind}-${index}`} step={step} />
        ))}
      </ol>
      {isOrdered && (
        <>
          <LinkNote link={timeline.link} />
          <h3 className={panel.subheading}>{cardStepTexts.limitsTitle}</h3>
          <p>{cardStepTexts.limits}</p>
        </>
      )}
    </>
  )
}

function Step({ step: { at, kind, source, by, note, emailId } }: { step: CardStep }) {
  const can = useCan()
  return (
    <li className={styles.step} data-kind={kind}>
      <span className={styles.heading}>
        {cardStepTexts.steps[kind] ?? formatIdentifierAsWords(kind)}
      </span>
      <Instant at={at} className={styles.soft} />
      <p className={styles.detail}>
        <span>{by === null ? stepSources[source] : messages.by(formatActor(by))}</span>
        {note !== null && <span>{note}</span>}
        {emailId !== null && can(mails) && (
          <Link to={getRecordUrl(mails, { id: emailId })}>{cardStepTexts.openEmail}</Link>
        )}
      </p>
    </li>
  )
}

/** Says what Runa reported about the link, and when it was asked. */
const LinkNote = ({ link }: Pick<CardTimeline, 'link'>) =>
  link === null ? (
    <p>{cardStepTexts.notChecked}</p>
  ) : (
    <p>
      {link.state !== null && cardStepTexts.state(cardLinkStates[link.state])}{' '}
      {cardStepTexts.checked} <Instant at={link.checkedAt} />
    </p>
  )
