import { useActorRef, useSelector } from '@xstate/react'
import { Fragment, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { Form, useLocation } from 'react-router'
import { dirtyFields, isSaving, recordFormMachine } from '#machines/recordForm.ts'
import { valuesFrom } from '#shared/engine/formValues.ts'
import { fieldOfInput, originalFrom } from '#shared/engine/picked.ts'
import { kinds } from '#shared/engine/kinds.ts'
import { messages } from '#shared/messages.ts'
import { formErrors, formValuesOf } from '#shared/engine/references.ts'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { initialValues } from '#shared/engine/validation.ts'
import { afterPointer } from '../ui/afterPointer.ts'
import { focusFirstInvalid, useFocusOnRefusal } from '../ui/focusFirstInvalid.ts'
import { isControl, useCommittedChange } from '../ui/useCommittedChange.ts'
import type { Control } from '../ui/useCommittedChange.ts'
import { useFocusKept } from '../ui/useFocusKept.ts'
import { Conflict } from './Conflict.tsx'
import { DraftOffer, useDraft } from './DraftOffer.tsx'
import { FieldInput } from './FieldInput.tsx'
import type { Refused } from './answerForm.ts'
import { FailureText } from './PanelFailure.tsx'
import { ReachQuestion, reachButton, useReach } from './ReachQuestion.tsx'
import { SaveBar } from './SaveBar.tsx'
import { showTop } from './showTop.ts'
import { UnsavedGuard } from './UnsavedGuard.tsx'
import { useReadAgain } from './useReadAgain.ts'
import { valueOfControl } from './valueOfControl.ts'
import { useHearAnswer } from './useHearAnswer.ts'
import { commitTyped, useSaveKey } from './useSaveKey.ts'
import * as styles from './Panel.css.ts'

type Props = {
  /** The fields the form shows, in their order. */
  fields: Fields
  /** The record it edits; null creates one. */
  record: AnyRecord | null
  /** What the action answered to this form, if it was refused. */
  refused: Refused | undefined
  writeKey: string
  /** Tells this form's draft from others. */
  draftName: string
  /** What stands beside Save while nothing is changed: the way out. */
  leave?: ReactNode
  /** What stands above the fields. */
  children?: ReactNode
  /** By field: the value that counts while the field is empty. */
  inherited?: Record<string, unknown>
  /** By field: what stands under it. */
  under?: Record<string, ReactNode>
  /** The words of the button that saves. */
  save?: string
  /** Whether saving leads to another page, which is then shown from its top. */
  leadsAway?: boolean
}

const saveIntents = { edit: 'edit', create: 'create' }

/** Values as the fields read them, from a form that was sent; what was never a text is a value already. */
function valuesIn(fields: Fields, from: Record<string, unknown>) {
  const texts = (name: string) => [from[name] ?? []].flat().map(String)
  const sent = valuesFrom(fields, {
    get: (name) => texts(name).at(-1) ?? null,
    getAll: texts,
  })
  return Object.fromEntries(Object.keys(fields).map((name) => [name, sent[name] ?? null]))
}

/**
 * The form of one record, or of some of its fields (screens.md, "Every form"): checks on blur and change, says what
 * would be saved, keeps a draft, guards unsaved work, and shows yours beside theirs when someone else saved in between.
 */
export function RecordForm({
  fields,
  record,
  refused,
  writeKey,
  draftName,
  leave,
  children,
  inherited,
  under,
  save = messages.form.save,
  leadsAway = false,
}: Props) {
  const intent = record ? saveIntents.edit : saveIntents.create
  const answer = refused?.intent === intent ? refused : undefined
  const read = record ? formValuesOf(fields, record) : initialValues({ fields })
  const actor = useActorRef(recordFormMachine, {
    input: {
      initial: originalFrom(answer?.values['original']) ?? read,
      values: answer ? valuesIn(fields, answer.values) : read,
      version:
        answer?.conflict?.version ?? Number(answer?.values['version'] ?? record?.version ?? 0),
      errors: answer?.errors ?? {},
      conflict: answer?.conflict ? formValuesOf(fields, answer.conflict) : null,
      validate: (values) => formErrors(fields, values),
    },
  })
  const original = useSelector(actor, ({ context }) => JSON.stringify(context.initial))
  const errors = useSelector(actor, ({ context }) => context.errors)
  const colliding = useSelector(actor, ({ context }) => context.colliding)
  const version = useSelector(actor, ({ context }) => context.version)
  const saving = useSelector(actor, isSaving)
  const changed = useSelector(actor, (snapshot) => dirtyFields(snapshot).join())
  const reach = useReach(actor, answer)
  const body = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  // The inputs hold their own text; they start anew when the machine puts other values into the form.
  const [generation, setGeneration] = useState(0)
  const anew = () => setGeneration((past) => past + 1)
  useReadAgain(actor, { values: read, version: record?.version ?? 0 }, anew)
  const draft = useDraft(actor, draftName, fields, Boolean(answer))
  const { pathname, search } = useLocation()

  useHearAnswer(answer, (heard) => {
    const wrongFields = Object.keys(heard.errors).length > 0
    // The sentence stands above the fields, and the one that was saved may be far down.
    if (!wrongFields && !heard.reach) showTop(body.current)
    if (heard.conflict) {
      const { version } = heard.conflict
      actor.send({ type: 'form.conflict', current: formValuesOf(fields, heard.conflict), version })
      anew()
    } else if (wrongFields) actor.send({ type: 'form.refused', errors: heard.errors })
    else actor.send({ type: 'form.failed' })
  })
  function hear(type: 'field.input' | 'field.change', control: Control) {
    const name = fieldOfInput(control.name)
    const field = fields[name]
    if (!field || !form.current) return
    const value = valueOfControl(field, control, form.current)
    actor.send({ type, field: name, value })
    // What was typed as an amount is another one in another currency.
    for (const [other, amount] of Object.entries(fields)) {
      if (amount.currencyOf !== name) continue
      const { [other]: again = null } = valuesFrom({ [other]: amount }, new FormData(form.current))
      actor.send({ type, field: other, value: again })
    }
  }
  useCommittedChange(form, (control) => hear('field.change', control))
  useFocusOnRefusal(form, answer)
  const keepFocus = useFocusKept(form, `${saving} ${generation}`)
  useSaveKey(form)

  function submit(event: FormEvent) {
    if (saving) return event.preventDefault()
    commitTyped(form.current)
    actor.send({ type: 'form.submit' })
    if (isSaving(actor.getSnapshot())) return
    event.preventDefault()
    requestAnimationFrame(() => focusFirstInvalid(form.current))
  }

  function restart(event: Parameters<typeof actor.send>[0]) {
    actor.send(event)
    anew()
  }

  const hasFiles = Object.values(fields).some(({ kind }) => kinds[kind] === kinds.file)
  const { values, initial } = actor.getSnapshot().context
  return (
    <Form
      ref={form}
      method="post"
      {...(hasFiles && { encType: 'multipart/form-data' as const })}
      action={pathname + search}
      className={styles.form}
      noValidate
      preventScrollReset={!leadsAway}
      onSubmit={submit}
      onInput={({ target }) => isControl(target) && hear('field.input', target)}
      onFocus={keepFocus.onFocus}
      onBlur={(event) => {
        keepFocus.onBlur(event)
        const { target } = event
        const field = 'name' in target ? fieldOfInput(String(target.name)) : ''
        if (field in fields) afterPointer(() => actor.send({ type: 'field.blur', field }))
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="writeKey" value={writeKey} />
      {record && <input type="hidden" name="id" value={record.id} />}
      {record && <input type="hidden" name="version" value={version} />}
      {record && <input type="hidden" name="original" value={original} />}
      <div ref={body} className={styles.body} key={generation}>
        {answer?.conflict && (
          <Conflict
            fields={fields}
            current={answer.conflict}
            colliding={colliding}
            mine={values}
            theirs={initial}
            takeTheirs={(field) => restart({ type: 'conflict.takeTheirs', field })}
          />
        )}
        {answer?.failure && <FailureText failure={answer.failure} />}
        <DraftOffer
          draft={draft}
          restore={(kept) => restart({ type: 'draft.restore', values: kept })}
        />
        {children}
        {Object.entries(fields).map(([name, field]) => (
          <Fragment key={name}>
            <FieldInput
              id={`field-${name}`}
              name={name}
              field={field}
              value={values[name]}
              error={errors[name]}
              choices={answer?.choices?.[name]}
              inherited={inherited?.[name]}
              siblings={values}
            />
            {under?.[name]}
          </Fragment>
        ))}
      </div>
      <SaveBar
        fields={fields}
        changed={changed === '' ? [] : changed.split(',')}
        saving={saving}
        save={reach ? reachButton(reach) : save}
        question={reach && <ReachQuestion reach={reach} />}
        leave={leave}
        onDiscard={() => {
          draft.forget()
          restart({ type: 'form.discard' })
        }}
      />
      <UnsavedGuard dirty={changed !== '' && !saving} onLeave={draft.forget} />
    </Form>
  )
}
