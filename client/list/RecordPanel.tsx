import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { dirtyFields, isSaving, recordFormMachine } from '#machines/recordForm.ts'
import { formatInstant } from '#shared/dates.ts'
import { originalFrom, parseValue } from '#shared/formValues.ts'
import { listAddress, withPanel } from '#shared/listView.ts'
import { messages } from '#shared/messages.ts'
import { labelOf } from '#shared/resource.ts'
import type { AnyRecord, Resource } from '#shared/resource.ts'
import { errorsIn, initialValues } from '#shared/validation.ts'
import { Button } from '../ui/Button.tsx'
import { focusFirstInvalid, useFocusOnRefusal } from '../ui/focusFirstInvalid.ts'
import { useCommittedChange } from '../ui/useCommittedChange.ts'
import { DraftOffer, useDraft } from './DraftOffer.tsx'
import { FieldInput } from './FieldInput.tsx'
import type { Refused } from './listAction.ts'
import { Panel } from './Panel.tsx'
import { FailureText } from './PanelFailure.tsx'
import type { ListProps } from './ResourceList.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'
import * as styles from './Panel.css.ts'

/** The resource's own fields of a record, or of a form that holds more. */
const fieldsOf = (resource: Resource, from: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => {
      const value = from[name] ?? null
      return [name, typeof value === 'string' ? parseValue(field, value) : value]
    }),
  )

/** Create or edit one record beside its list (screens.md, "Every form"). */
export function RecordPanel({
  resource,
  view,
  data,
  refused,
  record,
}: ListProps & { record: AnyRecord | null }) {
  const intent = record ? 'edit' : 'create'
  const answer = refused?.intent === intent ? refused : undefined
  const read = record ? fieldsOf(resource, record) : initialValues(resource)
  const saved = originalFrom(answer?.values['original']) ?? read
  const actor = useActorRef(recordFormMachine, {
    input: {
      initial: saved,
      values: answer ? fieldsOf(resource, answer.values) : read,
      errors: answer?.errors ?? {},
      conflict: answer?.conflict ? fieldsOf(resource, answer.conflict) : null,
      validate: (values) => errorsIn(resource.fields, values),
    },
  })
  const original = useSelector(actor, (snapshot) => JSON.stringify(snapshot.context.initial))
  const errors = useSelector(actor, (snapshot) => snapshot.context.errors)
  const saving = useSelector(actor, isSaving)
  const changed = useSelector(actor, (snapshot) => dirtyFields(snapshot).join())
  // The list may be read again under an open form; what the form shows stays the version it was opened on.
  const [basis] = useState(record?.version ?? 0)
  const body = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  // The inputs hold their own text; they start anew when the machine puts other values into the form.
  const [generation, setGeneration] = useState(0)
  const draft = useDraft(actor, `${resource.name}.${record?.id ?? 'new'}`, Boolean(answer))
  const { pathname, search } = useLocation()
  const title = record
    ? messages.form.edit(resource.title.one)
    : messages.form.create(resource.title.one)
  const close = listAddress(resource, withPanel(view, null))

  useHearAnswer(answer, (heard) => {
    const wrongFields = Object.keys(heard.errors).length > 0
    // The sentence stands above the fields, and the one that was saved may be far down.
    if (!wrongFields && body.current) body.current.scrollTop = 0
    if (heard.conflict)
      actor.send({ type: 'form.conflict', current: fieldsOf(resource, heard.conflict) })
    else if (wrongFields) actor.send({ type: 'form.refused', errors: heard.errors })
    else actor.send({ type: 'form.failed' })
  })
  useCommittedChange(form, (control) => {
    const { name } = control
    const field = resource.fields[name]
    if (!field) return
    const isBox = control instanceof HTMLInputElement && control.type === 'checkbox'
    const value = isBox ? control.checked : parseValue(field, control.value)
    actor.send({ type: 'field.change', field: name, value })
  })
  useFocusOnRefusal(form, answer)

  function submit(event: FormEvent) {
    if (saving) return event.preventDefault()
    actor.send({ type: 'form.submit' })
    if (isSaving(actor.getSnapshot())) return
    event.preventDefault()
    requestAnimationFrame(() => focusFirstInvalid(form.current))
  }

  function restart(
    event: { type: 'form.discard' } | { type: 'draft.restore'; values: Record<string, unknown> },
  ) {
    actor.send(event)
    setGeneration(generation + 1)
  }

  const values = actor.getSnapshot().context.values
  const version = answer?.conflict?.version ?? Number(answer?.values['version'] ?? basis)
  return (
    <Panel title={title} close={close}>
      <Form
        ref={form}
        method="post"
        action={pathname + search}
        className={styles.form}
        noValidate
        preventScrollReset
        onSubmit={submit}
        onBlur={({ target }) => {
          if ('name' in target && String(target.name) in resource.fields)
            actor.send({ type: 'field.blur', field: String(target.name) })
        }}
        data-save-form
      >
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="writeKey" value={data.writeKey} />
        {record && <input type="hidden" name="id" value={record.id} />}
        {record && <input type="hidden" name="version" value={version} />}
        {record && <input type="hidden" name="original" value={original} />}
        <div ref={body} className={styles.body} key={generation}>
          {answer?.conflict && <Conflict current={answer.conflict} />}
          {answer?.failure && <FailureText failure={answer.failure} />}
          <DraftOffer
            draft={draft}
            restore={(kept) => restart({ type: 'draft.restore', values: kept })}
          />
          {record && <p>{labelOf(resource, record)}</p>}
          {Object.entries(resource.fields).map(([name, field]) => (
            <FieldInput
              key={name}
              id={`field-${name}`}
              name={name}
              field={field}
              value={values[name]}
              error={errors[name]}
            />
          ))}
        </div>
        <div className={styles.bar}>
          <p className={styles.unsaved} role="status">
            {changed &&
              messages.form.unsaved(
                changed
                  .split(',')
                  .map((name) => resource.fields[name]?.label ?? name)
                  .join(', '),
              )}
          </p>
          <Link to={close} preventScrollReset hidden={changed !== ''}>
            {messages.remove.cancel}
          </Link>
          {changed && (
            <Button
              color="white"
              onClick={() => {
                draft.forget()
                restart({ type: 'form.discard' })
              }}
            >
              {messages.form.discard}
            </Button>
          )}
          <Button type="submit" loading={saving}>
            {messages.form.save}
          </Button>
        </div>
      </Form>
      <UnsavedGuard dirty={changed !== '' && !saving} onLeave={draft.forget} />
    </Panel>
  )
}

function Conflict({ current }: { current: AnyRecord }) {
  return (
    <p className={styles.warning} role="alert">
      {messages.form.conflict(current.updatedBy, formatInstant(current.updatedAt))}
    </p>
  )
}

/** Calls `hear` for each answer that comes after the first render; the first is part of the machine's input. */
function useHearAnswer(answer: Refused | undefined, hear: (answer: Refused) => void): void {
  const last = useRef(answer?.attempt)
  useEffect(() => {
    if (!answer || answer.attempt === last.current) return
    last.current = answer.attempt
    hear(answer)
  })
}
