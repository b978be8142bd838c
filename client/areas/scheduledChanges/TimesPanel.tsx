import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import type { GuardName } from '#shared/engine/guards.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { toLocalTime } from '#shared/format/localTime.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { ImpactConfirmation } from '#client/form/ImpactConfirmation.tsx'
import { SmallForm, SubmitButton, getListFormProps } from '#client/form/SmallForm.tsx'
import { ScheduleFields } from '#client/list/bulk/ScheduleFields.tsx'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { scheduledChangesMessages } from './messages.ts'

/** Changes the start and end of a change that hasn't started. */
export function TimesPanel({ loaded: change, ...props }: PanelProps<AnyRecord>) {
  const { refused } = props
  const zone = String(change['timeZone'])
  const toLocal = (at: unknown) => (typeof at === 'string' ? toLocalTime(at, zone) : '')
  return (
    <SmallForm
      {...getListFormProps(props)}
      of={scheduledChanges}
      record={change}
      intent="move"
      title={scheduledChangesMessages.moveTitle}
      question={
        refused?.impact && (
          <ImpactConfirmation reach={refused.impact} words={scheduledChangesMessages.overlap} />
        )
      }
      buttons={
        <SubmitButton>
          {refused?.impact ? scheduledChangesMessages.saveAnyway : scheduledChangesMessages.save}
        </SubmitButton>
      }
    >
      {(answer) => (
        <ScheduleFields
          answer={answer}
          times={{
            startsAt: toLocal(change['startsAt']),
            endsAt: toLocal(change['endsAt']),
            timeZone: zone,
            noticeHours: Number(change['noticeHours'] ?? 0) || null,
            guard: change['guard'] as GuardName | null, // One of the options of its field.
            guardPercent: Number(change['guardPercent'] ?? 0) || null,
          }}
          canNotify={change['resource'] === stores.name && change['action'] === 'startMaintenance'}
          canEnd={change['action'] !== 'delete'}
        />
      )}
    </SmallForm>
  )
}
