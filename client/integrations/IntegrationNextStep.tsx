import type { AnyRecord } from '#shared/engine/resource.ts'
import { getNextStatus, toIntegrationHealth } from '#shared/engine/integrations/lifecycle.ts'
import { findOptionalUnknownSteps } from '#shared/engine/integrations/tests.ts'
import type { TestHistoryEntry } from '#shared/engine/integrations/tests.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { setupMessages } from './messages.ts'
import { StateChangeForm } from './IntegrationStateActions.tsx'
import * as styles from './integrations.css.ts'

/** A step that an active integration still lacks, and where to do it. */
export type FollowUpStep = { explain: string; label: string; to: string }

type Props = {
  record: AnyRecord
  writeKey: string
  test: TestHistoryEntry | undefined
  further: FollowUpStep | null
}

/** Offers the step after a passed test as a button: activate, or assign to stores. */
export function IntegrationNextStep({ record, writeKey, test, further }: Props) {
  const isCurrent = test?.outcome === 'passed' && test.version === record['settingsVersion']
  const state = String(record['state'])
  if (state === 'active' && further)
    return (
      <div className={styles.nextStep}>
        <p>{further.explain}</p>
        <ButtonLink to={further.to} preventScrollReset>
          {further.label}
        </ButtonLink>
      </div>
    )
  if (!isCurrent || getNextStatus(toIntegrationHealth(record), 'activate') === null) return null
  const unknownSteps = findOptionalUnknownSteps(test.steps)
  return (
    <div className={styles.nextStep} data-next-step="activate">
      <div>
        <p>
          {unknownSteps.length > 0
            ? setupMessages.nextUnknown(unknownSteps.length)
            : setupMessages.next}
        </p>
        {unknownSteps.length > 0 && (
          <>
            <ul className={styles.nextUnknown}>
              {unknownSteps.map(({ name, title }) => (
                <li key={name}>{title}</li>
              ))}
            </ul>
            <p>{setupMessages.unknownRisk(unknownSteps.length)}</p>
          </>
        )}
      </div>
      <StateChangeForm
        record={record}
        event="activate"
        writeKey={`${writeKey}-next`}
        despite={unknownSteps.map(({ name }) => name)}
        {...(unknownSteps.length > 0 && { words: setupMessages.activateAnyway })}
      />
    </div>
  )
}
