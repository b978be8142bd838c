import { optional } from '#shared/engine/fields/fields.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import {
  updateRecordStatus,
  isStatusReasonRequired,
  getLifecycleFieldNames,
  lifecycleReasonField,
} from '#shared/engine/lifecycle.ts'
import { createUpdateUndo } from '#shared/engine/undo.ts'
import { FormField } from '#client/form/inputs/FormField.tsx'
import type { Intents } from '#client/form/handleForm.ts'
import { ImpactConfirmation } from '#client/form/ImpactConfirmation.tsx'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import { loadPanelRecord } from './definePanels.ts'
import type { PanelDefinition } from './definePanels.ts'

/** One change of a record's status, with its texts. */
type LifecycleChange = {
  to: string
  label: string
  title: (name: string) => string
  describeConsequences: (record: AnyRecord, resource: Resource) => string
  /** The fields changed with the status that the form has; the others are cleared. */
  fields?: readonly string[]
}

const pickEntries = (record: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)))

const getChangeFields = (resource: Resource, { to, fields: fieldNames = [] }: LifecycleChange) => ({
  ...pickEntries(resource.fields, fieldNames),
  reason: isStatusReasonRequired(resource, to)
    ? lifecycleReasonField
    : optional(lifecycleReasonField),
})

const createChangeIntents = (change: LifecycleChange): Intents => ({
  async status({ api, resource, form, key }) {
    const values = await parseValidForm(api, getChangeFields(resource, change), form)
    const target = parseRecordVersion(form)
    const names = getLifecycleFieldNames(resource)
    const previous = pickEntries(await loadRecord(api, resource, target.id), names)
    const body = { ...pickEntries(values, [...names, 'reason']), [names[0] ?? '']: change.to }
    const impact = String(form.get(impactParam) ?? '')
    const options = { idempotencyKey: key, reach: impact }
    const record = await updateRecordStatus(api, resource, target, body, options)
    const undo = createUpdateUndo(resource, previous, { ...record })
    return { notice: 'status-changed', of: toRecordLink(resource, record), undo }
  },
})

/**
 * Creates the panel of one status change (screens.md, "Every form"): its title, consequences,
 * reason, and one button.
 */
export const createLifecyclePanel = (change: LifecycleChange): PanelDefinition<AnyRecord> => ({
  Panel({ loaded: record, ...props }) {
    const { resource, refused } = props
    const impact = refused?.intent === 'status' ? refused.impact : undefined
    return (
      <SmallForm
        {...getListFormProps(props)}
        record={record}
        intent="status"
        title={change.title}
        question={impact && <ImpactConfirmation reach={impact} />}
        buttons={<SubmitButton>{change.label}</SubmitButton>}
      >
        {(answer) => (
          <>
            <p>{change.describeConsequences(record, resource)}</p>
            {Object.entries(getChangeFields(resource, change)).map(([name, field]) => (
              <FormField
                key={name}
                id={`status-${name}`}
                name={name}
                field={field}
                answer={answer}
              />
            ))}
          </>
        )}
      </SmallForm>
    )
  },
  intents: createChangeIntents(change),
  load: loadPanelRecord,
})
