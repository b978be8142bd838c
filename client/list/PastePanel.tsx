import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation, Form } from 'react-router'
import { listAddress, withPanel } from '#shared/engine/listView.ts'
import { panelMessages } from '#shared/panelMessages.ts'
import { lineFields, sharedFields } from '#shared/engine/paste.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { initialValues } from '#shared/engine/validation.ts'
import { isAuthenticated } from '#machines/session.ts'
import { useActors } from '../ConsoleContext.tsx'
import { Button } from '../ui/Button.tsx'
import { describedBy, FieldFrame } from '../ui/Field.tsx'
import { useFocusOnRefusal } from '../ui/focusFirstInvalid.ts'
import { DraftOffer } from '../form/DraftOffer.tsx'
import type { Refused } from '../form/answerForm.ts'
import { FieldInput } from '../form/FieldInput.tsx'
import { FormFooter } from '../form/FormFooter.tsx'
import { Panel } from '../form/Panel.tsx'
import { FailureText } from '../form/PanelFailure.tsx'
import type { ListProps } from './listProps.ts'
import { UnsavedGuard } from '../form/UnsavedGuard.tsx'
import * as styles from '../form/Panel.css.ts'

/** Creates a record from each pasted line; all of them or none. */
export function PastePanel({ resource, view, data, refused }: ListProps) {
  const { pathname, search } = useLocation()
  const busy = useNavigation().formData !== undefined
  const answer = refused?.intent === 'paste' ? refused : undefined
  const form = useRef<HTMLFormElement>(null)
  const lines = useRef<HTMLTextAreaElement>(null)
  const sent = String(answer?.values['lines'] ?? '')
  const { typed, draft, keep, submitted } = useLinesDraft(resource.name, sent, answer)
  useFocusOnRefusal(form, answer)
  const values = answer?.values ?? initialValues(resource)
  const names = lineFields(resource).map((name) => columnName(resource, name))
  const hint = panelMessages.paste.hint(names.join(', '))
  const close = listAddress(resource, withPanel(view, null))
  return (
    <Panel title={panelMessages.paste.title(resource.title.many)} close={close}>
      <Form
        ref={form}
        method="post"
        action={pathname + search}
        className={styles.form}
        noValidate
        onSubmit={submitted}
      >
        <input type="hidden" name="intent" value="paste" />
        <input type="hidden" name="writeKey" value={data.writeKey} />
        <div className={styles.body}>
          {answer?.failure && <FailureText failure={answer.failure} />}
          {answer?.rows && <RowErrors rows={answer.rows} />}
          <DraftOffer
            draft={draft}
            restore={({ lines: kept }) => {
              if (!lines.current) return
              lines.current.value = String(kept)
              keep(String(kept))
              lines.current.focus()
            }}
          />
          {Object.entries(sharedFields(resource)).map(([name, field]) => (
            <FieldInput
              key={name}
              id={`paste-${name}`}
              name={name}
              field={field}
              value={values[name]}
            />
          ))}
          <FieldFrame id="paste-lines" label={panelMessages.paste.lines} hint={hint}>
            <textarea
              ref={lines}
              id="paste-lines"
              name="lines"
              className={styles.lines}
              spellCheck={false}
              defaultValue={sent}
              onInput={(event) => keep(event.currentTarget.value)}
              aria-invalid={answer?.rows ? true : undefined}
              aria-describedby={describedBy('paste-lines', hint, undefined)}
              required
            />
          </FieldFrame>
        </div>
        <FormFooter leave={close}>
          <Button type="submit" loading={busy}>
            {panelMessages.paste.submit}
          </Button>
        </FormFooter>
      </Form>
      <UnsavedGuard dirty={typed && !busy} onLeave={draft.forget} />
    </Panel>
  )
}

function columnName({ fields }: Resource, name: string): string {
  const { label = name, from } = fields[name] ?? {}
  return from === undefined
    ? label
    : panelMessages.paste.leftOut(label, fields[from]?.label.toLowerCase() ?? from)
}

/** Keeps the lines in the tab's session storage, for this user alone, until they are created or given up. */
function useLinesDraft(name: string, sent: string, answer: Refused | undefined) {
  const { session } = useActors()
  const [key] = useState(
    () => `draft.${session.getSnapshot().context.user?.id ?? ''}.${name}.paste`,
  )
  const [typed, setTyped] = useState(sent !== '')
  const [offered, setOffered] = useState<string | null>(null)
  const isSent = useRef(false)
  useEffect(() => {
    isSent.current = false
  }, [answer])
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the server has no session storage, so the first render must not know of it
    if (sent === '') setOffered(sessionStorage.getItem(key))
    return () => {
      // Lines that go while they are sent were created: a refusal keeps the panel open.
      if (isSent.current && isAuthenticated(session.getSnapshot())) sessionStorage.removeItem(key)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once: later the lines are what is typed here
  }, [])
  const taken = () => setOffered(null)
  return {
    typed,
    submitted: () => (isSent.current = true),
    keep(lines: string) {
      setTyped(lines !== '')
      if (lines === '') sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, lines)
    },
    draft: {
      offered: offered === null ? null : { lines: offered },
      taken,
      forget() {
        taken()
        sessionStorage.removeItem(key)
      },
    },
  }
}

type RowErrorsProps = {
  rows: { line: number; error: string }[]
  title?: string
  /** One of them, with its number from 1, in the words of its panel. */
  say?: (line: number, error: string) => string
}

/** The lines that are wrong, each with its first fault. */
export function RowErrors({
  rows,
  title = panelMessages.paste.refused,
  say = panelMessages.paste.line,
}: RowErrorsProps) {
  return (
    <div className={styles.refusal} role="alert">
      <p>{title}</p>
      <ul className={styles.list}>
        {rows.map(({ line, error }) => (
          <li key={`${line} ${error}`}>{say(line, error)}</li>
        ))}
      </ul>
    </div>
  )
}
