import { useRef, useState } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { listAddress, withPanel } from '#shared/listView.ts'
import { messages } from '#shared/messages.ts'
import { letterSizes, sizeRun } from '#shared/sizeRun.ts'
import { FieldInput } from '#client/list/FieldInput.tsx'
import { Panel } from '#client/list/Panel.tsx'
import { FailureText } from '#client/list/PanelFailure.tsx'
import { RowErrors } from '#client/list/PastePanel.tsx'
import type { ListProps } from '#client/list/listProps.ts'
import { Button } from '#client/ui/Button.tsx'
import { useFocusOnRefusal } from '#client/ui/focusFirstInvalid.ts'
import { Select } from '#client/ui/Select.tsx'
import * as styles from '#client/list/Panel.css.ts'

const codes = letterSizes.map(([value, name]) => ({ value, label: `${value} (${name})` }))

const codesOfRun = (from: unknown, to: unknown) =>
  sizeRun(String(from), String(to)).map(({ code }) => code)

/** Creates the letter sizes from one to another in a group. */
export function SizeRunPanel({ resource, view, data, refused }: ListProps) {
  const { pathname, search } = useLocation()
  const busy = useNavigation().state === 'submitting'
  const answer = refused?.intent === 'run' ? refused : undefined
  const form = useRef<HTMLFormElement>(null)
  useFocusOnRefusal(form, answer)
  const [from, setFrom] = useState(String(answer?.values['from'] ?? 'XS'))
  const [to, setTo] = useState(String(answer?.values['to'] ?? '5XL'))
  const planned = codesOfRun(from, to)
  // The choices may have changed since.
  const sent = codesOfRun(answer?.values['from'], answer?.values['to'])
  const group = resource.fields['group']
  return (
    <Panel title={messages.run.title} close={listAddress(resource, withPanel(view, null))}>
      <Form ref={form} method="post" action={pathname + search} className={styles.form} noValidate>
        <input type="hidden" name="intent" value="run" />
        <input type="hidden" name="writeKey" value={data.writeKey} />
        <div className={styles.body}>
          {answer?.failure && <FailureText failure={answer.failure} />}
          {answer?.rows && (
            <RowErrors
              rows={answer.rows}
              title={messages.run.refused}
              say={(place, error) => messages.run.size(sent[place - 1] ?? '', error)}
            />
          )}
          {group && (
            <FieldInput
              id="run-group"
              name="group"
              field={group}
              value={answer?.values['group'] ?? group.initial}
            />
          )}
          <Select
            id="run-from"
            name="from"
            label={messages.run.from}
            options={codes}
            defaultValue={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
            required
          />
          <Select
            id="run-to"
            name="to"
            label={messages.run.to}
            options={codes}
            defaultValue={to}
            onChange={(event) => setTo(event.currentTarget.value)}
            error={answer?.errors['to']}
            required
          />
          <p role="status">
            {planned.length > 0 ? messages.run.preview(planned.join(', ')) : messages.run.reversed}
          </p>
        </div>
        <div className={styles.bar}>
          <span className={styles.unsaved} />
          <Button type="submit" loading={busy}>
            {messages.run.submit}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
