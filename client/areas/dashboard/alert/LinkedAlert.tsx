import type { LinkedAlert } from '#shared/areas/alerts/linkedAlert.ts'
import { attentionItems, getAlertAction } from '#shared/areas/alerts/attentionItems.ts'
import { ownerField } from '#shared/engine/fields/ownerField.ts'
import { toFormValues } from '#shared/engine/fields/references.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Section, SectionForm, Status } from '#client/frame/index.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { useActors, useCan } from '#client/runtime/ConsoleContext.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { useSelector } from '@xstate/react'
import { snoozeDaysField } from '../alerts/alertPanels.tsx'
import { dashboardLinks } from '../dashboardLinks.ts'
import { dashboardMessages } from '../messages.ts'
import { alertPageMessages } from './messages.ts'
import * as styles from './AlertPage.css.ts'

const { facts: factNames, states } = alertPageMessages

function getFacts({ id, since, storeIds, labels, ownerId, snoozedUntil }: AnyRecord) {
  const owner = ownerId === null ? factNames.unassigned : (labels?.['ownerId'] ?? String(ownerId))
  return [
    { name: factNames.since, value: <Instant at={String(since)} /> },
    { name: factNames.owner, value: owner },
    ...(Array.isArray(storeIds) && storeIds.length > 0
      ? [
          {
            name: factNames.stores,
            value: <Link to={dashboardLinks.needingAttention(id)}>{String(storeIds.length)}</Link>,
          },
        ]
      : []),
    ...(typeof snoozedUntil === 'string'
      ? [{ name: factNames.snoozedUntil, value: <Instant at={snoozedUntil} /> }]
      : []),
  ]
}

/** Names the alert, and says whether it's open. */
export function AlertHeader({ linked, alert }: { linked: LinkedAlert; alert: AnyRecord | null }) {
  const endState = linked.kind === 'approval' ? 'decided' : 'fixed'
  const state = alert ? String(alert['state']) : endState
  const label = states[state as keyof typeof states] ?? state
  return (
    <PageHeader
      title={linked.title}
      status={
        <Status tone={state === 'open' ? 'bad' : state === endState ? 'good' : 'off'}>
          {label}
        </Status>
      }
      facts={alert ? getFacts(alert) : []}
      actions={
        alert
          ? [
              {
                label: dashboardMessages.attention.actions[getAlertAction(alert['kind'])],
                to: String(alert['fix']),
                color: 'white',
              },
            ]
          : []
      }
    />
  )
}

/** Says what the alert is about, if the title doesn't say it all. */
export const AlertDetails = ({ alert: { detail, reason } }: { alert: AnyRecord }) =>
  typeof detail === 'string' || typeof reason === 'string' ? (
    <Section id="details" title={alertPageMessages.details}>
      <div className={styles.inset}>
        {typeof detail === 'string' && <p>{detail}</p>}
        {typeof reason === 'string' && (
          <p>
            {factNames.reason}: {reason}
          </p>
        )}
      </div>
    </Section>
  ) : null

type FormsProps = { alert: AnyRecord; writeKey: string; refused: RejectedForm | undefined }

/** The forms to acknowledge, assign, and snooze an alert. */
export function AlertForms({ alert, ...props }: FormsProps) {
  const canWrite = useCan()(attentionItems, 'write')
  const self = useSelector(useActors().session, ({ context }) => Number(context.user?.id))
  if (!canWrite) return null
  const form = { record: alert, canSubmit: true, ...props }
  const isOpen = alert['state'] === 'open'
  const previousOwner = String(alert['ownerId'] ?? '')
  return (
    <div className={styles.forms}>
      <Section id="acknowledge" title={alertPageMessages.acknowledge}>
        {alert['ownerId'] === self ? (
          <p className={styles.inset}>{alertPageMessages.acknowledged}</p>
        ) : (
          <SectionForm
            {...form}
            intent="acknowledge"
            button={alertPageMessages.acknowledge}
            color="primary"
          >
            {() => (
              <>
                <input type="hidden" name="ownerId" value={previousOwner} />
                <input type="hidden" name="title" value={String(alert['title'])} />
                <p className={styles.soft}>{alertPageMessages.acknowledgeHint}</p>
              </>
            )}
          </SectionForm>
        )}
      </Section>
      <Section id="assign" title={alertPageMessages.assign}>
        <SectionForm {...form} intent="assign" button={alertPageMessages.assign}>
          {(answer) => (
            <>
              <input type="hidden" name="was" value={previousOwner} />
              <FieldInput
                key={previousOwner}
                id="ownerId"
                name="ownerId"
                field={ownerField}
                value={(answer ? answer.values : toFormValues(ownerFields, alert))['ownerId']}
                siblings={alert}
                error={answer?.errors['ownerId']}
                choices={answer?.choices?.['ownerId']}
              />
            </>
          )}
        </SectionForm>
      </Section>
      {isOpen ? (
        <Section id="snooze" title={alertPageMessages.snooze}>
          <SectionForm {...form} intent="snooze" button={alertPageMessages.snooze}>
            {() => <FieldInput id="days" name="days" field={snoozeDaysField} value="1" />}
          </SectionForm>
        </Section>
      ) : (
        <Section id="reopen" title={alertPageMessages.reopen}>
          <SectionForm {...form} intent="reopen" button={alertPageMessages.reopen} />
        </Section>
      )}
    </div>
  )
}

const ownerFields = { ownerId: ownerField }
