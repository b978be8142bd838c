import { eventOutcomes } from '#shared/areas/payments/setupCalls.ts'
import type { EventOutcome } from '#shared/areas/payments/setupCalls.ts'
import { Status } from '../ui/Status.tsx'
import * as styles from './integrations.css.ts'

const eventOutcomeTones = {
  done: 'good',
  ignored: 'off',
  failed: 'bad',
  mismatched: 'bad',
  notUnderstood: 'warn',
} as const

export const WebhookEventResult = ({
  outcome,
  sentence,
}: {
  outcome: EventOutcome
  sentence: string
}) => (
  <>
    <Status tone={eventOutcomeTones[outcome]}>{eventOutcomes[outcome]}</Status>
    <div className={`${styles.soft} ${styles.wrappingText}`}>{sentence}</div>
  </>
)
