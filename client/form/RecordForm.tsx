import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { isUpload } from '#shared/engine/fields/fields.ts'
import { isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { isSectionVisible, getFormSections } from '#shared/engine/fields/sections.ts'
import type { FormSection } from '#shared/engine/fields/sections.ts'
import { isStoreList } from '#shared/engine/storeList.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { Button } from '../ui/Button.tsx'
import { scheduleStep, stayParam, stepParam } from './handleForm.ts'
import type { RejectedForm } from './handleForm.ts'
import type { Prefill } from './prefill.ts'
import { Conflict } from './Conflict.tsx'
import { DraftOffer, useDraft } from './drafts/DraftOffer.tsx'
import { ExistingRecordLink } from './ExistingRecordLink.tsx'
import { FieldInput } from './inputs/FieldInput.tsx'
import { FormFooter } from './FormFooter.tsx'
import { getInputWidths } from './inputs/kindInputs.tsx'
import { FailureText } from './PanelFailure.tsx'
import { ImpactConfirmation, useImpact } from './ImpactConfirmation.tsx'
import { buildStoreListPanelUrl } from './storeListUrl.ts'
import { StoreListCount } from './StoreListCount.tsx'
import { UnsavedGuard } from './drafts/UnsavedGuard.tsx'
import { useRecordForm } from './useRecordForm.ts'
import * as styles from './Panel.css.ts'

export type CustomInput = {
  id: string
  name: string
  value: unknown
  error: string | undefined
  /** Errors of all fields in the form. */
  errors: ValidationErrors
}

/** Inputs that replace the default ones, by field. */
export type CustomInputs = Readonly<Record<string, (input: CustomInput) => ReactNode>>

/** Buttons that submit the form with a step of their own, and the fields that the step needs. */
export type FormExtras = {
  extraFields?: ReactNode
  /** The label of each step's button, which confirms the step's impact too. */
  labels: Readonly<Record<string, string>>
  buttons: (form: { saving: boolean; dirty: boolean; unchanged: boolean }) => ReactNode
  /** Whether the page has buttons of its own for a record without changes. */
  hideUnchanged: boolean
}

type Props = {
  fields: Fields
  sections?: readonly FormSection[] | undefined
  record: AnyRecord | null
  prefill?: Prefill | undefined
  refused: RejectedForm | undefined
  writeKey: string
  draftName: string
  /** The URL that leads out of the form, unless it's a page of its own. */
  leave?: string
  children?: ReactNode
  /** Values that apply while a field is empty, by field. */
  inherited?: Record<string, unknown>
  own?: CustomInputs
  under?: Record<string, ReactNode>
  save?: string
  another?: boolean
  /** Whether its changes can be scheduled. */
  canSchedule?: boolean
  /** Whether saving leads to another page, which is then shown from its top. */
  leadsAway?: boolean
  /** Additions to saving: fields at the form's end and buttons in its footer. */
  further?: FormExtras | undefined
}

const saveIntents = { edit: 'edit', create: 'create' }

/**
 * Renders the form of one record (screens.md, "Every form"): saves drafts, guards unsaved changes,
 * and shows conflicting values side by side.
 */
export function RecordForm({
  fields: allFields,
  sections,
  record,
  prefill = {},
  refused,
  writeKey,
  draftName,
  leave,
  children,
  inherited,
  own,
  under,
  save = formMessages.save,
  another = false,
  canSchedule = false,
  leadsAway = false,
  further,
}: Props) {
  const intent = record ? saveIntents.edit : saveIntents.create
  const fields = record ? omitStoreLists(allFields) : allFields
  const answer = refused?.intent === intent ? refused : undefined
  const element = useRef<HTMLFormElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const form = useRecordForm({ fields, record, prefill, answer, writeKey, form: element, body })
  const { actor, changed, saving, restart } = form
  const { values, initial, version, errors, conflictingFields } = form.context
  const impact = useImpact(actor, answer)
  const draft = useDraft(actor, draftName, fields, Boolean(answer))
  const { pathname, search } = useLocation()
  const formData = useNavigation().formData
  const makesAnother = formData?.has(stayParam) ?? false
  const isPlainSave = !makesAnother && !formData?.has(stepParam)
  // Another requested step continues once the impact is confirmed.
  const pendingStep = impact && answer?.values[stepParam]
  const pendingLabel = typeof pendingStep === 'string' && further?.labels[pendingStep]
  const hasFiles = Object.values(fields).some(isUpload)
  const defaults = getInitialValues({ fields })
  const isDefault = (name: string) => isSameFieldValue(initial[name], defaults[name])
  const labels = changed.map((name) => fields[name]?.label ?? name)
  // A part of a page has only some of the fields; the others have their saved values.
  const siblings: Record<string, unknown> = { ...record, ...values }
  const unchanged =
    (further?.hideUnchanged ?? false) && record !== null && labels.length === 0 && !impact
  return (
    <Form
      {...form.listeners}
      ref={element}
      method="post"
      {...(hasFiles && { encType: 'multipart/form-data' as const })}
      action={pathname + search}
      className={styles.form}
      noValidate
      preventScrollReset={!leadsAway}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="writeKey" value={writeKey} />
      {record && <input type="hidden" name="id" value={record.id} />}
      {record && <input type="hidden" name="version" value={version} />}
      {record && <input type="hidden" name="original" value={JSON.stringify(initial)} />}
      <div ref={body} className={styles.body} key={form.generation}>
        {answer?.conflict && (
          <Conflict
            fields={fields}
            current={answer.conflict}
            colliding={conflictingFields}
            mine={values}
            theirs={initial}
            takeTheirs={(field) => restart({ type: 'conflict.takeTheirs', field })}
          />
        )}
        {answer?.failure && <FailureText failure={answer.failure} />}
        {answer?.unmappedErrors && (
          <FailureText failure={{ code: 'invalid', reason: answer.unmappedErrors }} />
        )}
        <DraftOffer
          draft={draft}
          restore={(kept) => restart({ type: 'draft.restore', values: kept })}
        />
        {children}
        {getFormSections(allFields, sections).map(
          ({ title, fields: group, visibleWhen, collapsed }) => {
            const [first] = group[0] ?? []
            const widths = getInputWidths(group.map(([, field]) => field))
            const isAside =
              visibleWhen !== undefined &&
              !isSectionVisible(visibleWhen, siblings) &&
              group.every(([name]) => !errors[name])
            const inputs = (
              <div className={styles.fields}>
                {group.map(([name, field], index) => (
                  <div key={name} className={styles.cell} data-width={widths[index]}>
                    {record && isStoreList(field) ? (
                      <StoreListCount
                        id={`field-${name}`}
                        field={field}
                        value={record[name]}
                        to={buildStoreListPanelUrl({ pathname, search }, record.id)}
                      />
                    ) : (
                      (own?.[name]?.({
                        id: `field-${name}`,
                        name,
                        value: values[name],
                        error: errors[name],
                        errors,
                      }) ?? (
                        <FieldInput
                          id={`field-${name}`}
                          name={name}
                          field={field}
                          value={values[name]}
                          error={errors[name]}
                          choices={answer?.choices?.[name]}
                          inherited={inherited?.[name]}
                          siblings={siblings}
                          readOnly={record ? field.immutable : undefined}
                        />
                      ))
                    )}
                    {errors[name] && answer?.existing?.[name] && (
                      <ExistingRecordLink {...answer.existing[name]} />
                    )}
                    {under?.[name]}
                  </div>
                ))}
              </div>
            )
            // Depends only on saved values and answers, so that it doesn't close while the user
            // types.
            if (collapsed)
              return (
                <details
                  key={first}
                  open={
                    group.some(([name]) => answer?.errors[name] || !isDefault(name)) || undefined
                  }
                >
                  <summary className={styles.fold}>{title}</summary>
                  {inputs}
                </details>
              )
            return (
              <fieldset key={first} className={styles.section} data-aside={isAside || undefined}>
                {title && <legend className={styles.legend}>{title}</legend>}
                {inputs}
              </fieldset>
            )
          },
        )}
        {further?.extraFields}
      </div>
      <FormFooter
        {...getSaveStatus(labels, record !== null && !draft.offered)}
        question={impact && <ImpactConfirmation reach={impact} />}
        cancelUrl={leave}
        discard={
          labels.length > 0
            ? {
                to: pathname + search,
                act() {
                  draft.discard()
                  restart({ type: 'form.discard' })
                },
              }
            : undefined
        }
      >
        {/* Enter presses the form's first submit button. This one is a plain save. */}
        {(another || further || canSchedule) && (
          <button type="submit" hidden tabIndex={-1} aria-hidden />
        )}
        {canSchedule && !impact && <ScheduleButton isChanged={labels.length > 0} saving={saving} />}
        {another && (
          <Button
            type="submit"
            color="white"
            name={stayParam}
            value="1"
            disabled={saving}
            loading={saving && makesAnother}
          >
            {formMessages.saveAnother}
          </Button>
        )}
        {/* Stands out once there is something to save, unless another button is the page's next
            step. */}
        <Button
          type="submit"
          {...(further && !impact
            ? { color: 'white' as const, 'data-quiet': true }
            : { 'data-calm': (record && labels.length === 0 && !impact) || undefined })}
          data-unchanged={unchanged || undefined}
          {...(typeof pendingStep === 'string' && { name: stepParam, value: pendingStep })}
          disabled={saving}
          loading={saving && (isPlainSave || pendingStep !== undefined)}
        >
          {pendingLabel || save}
        </Button>
        {!impact && further?.buttons({ saving, dirty: labels.length > 0, unchanged })}
      </FormFooter>
      <UnsavedGuard dirty={changed.length > 0 && !saving} onLeave={draft.discard} />
    </Form>
  )
}

/** Renders the button that schedules changes, once there are any; without script, always. */
function ScheduleButton({ isChanged, saving }: { isChanged: boolean; saving: boolean }) {
  const step = useNavigation().formData?.get(stepParam)
  const button = (
    <Button
      type="submit"
      color="white"
      name={stepParam}
      value={scheduleStep}
      disabled={saving}
      loading={saving && step === scheduleStep}
    >
      {formMessages.schedule}
    </Button>
  )
  return isChanged ? button : <noscript>{button}</noscript>
}

/**
 * Removes lists of stores: a saved record changes them in their own panel, so no form sends them.
 */
const omitStoreLists = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => !isStoreList(field)))

/** Returns the footer's text about unsaved fields. */
function getSaveStatus(labels: readonly string[], isKnown: boolean) {
  if (labels.length > 0) return { said: formMessages.unsaved, unsaved: labels.join(', ') }
  return isKnown ? { said: formMessages.nothingUnsaved, unsaved: '' } : { said: '' }
}
