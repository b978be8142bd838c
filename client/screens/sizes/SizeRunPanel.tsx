import '#client/forms.ts'
import { useRef, useState } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import type { Field } from '#shared/engine/fields/fields.ts'
import { listAddress, withPanel } from '#shared/engine/list/listView.ts'
import { hasLetters, letterSizes, sizeRun } from './sizeRun.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { RowErrors } from '#client/list/panels/PastePanel.tsx'
import type { PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { Button } from '#client/ui/Button.tsx'
import { useFocusOnRefusal } from '#client/ui/inputs/focusFirstInvalid.ts'
import { Select } from '#client/ui/inputs/Select.tsx'
import { existingLetters, generateRun } from './generateRun.ts'
import type { Letters } from './generateRun.ts'
import * as styles from '#client/form/Panel.css.ts'
import { runWords } from './words.ts'

const codes = letterSizes.map(([value, name]) => ({ value, label: `${value} (${name})` }))

const codesOfRun = (from: unknown, to: unknown) =>
  sizeRun(String(from), String(to)).map(({ code }) => code)

/** The first group that lacks a letter, so that what the panel begins with can be created. */
const firstWithout = (field: Field | undefined, letters: Letters): string =>
  field?.options?.find(({ value }) => (letters[value]?.length ?? 0) < letterSizes.length)?.value ??
  String(field?.initial ?? '')

/** The groups alone whose sizes are letters. */
const lettered = (field: Field | undefined): Field | undefined =>
  field && { ...field, options: (field.options ?? []).filter(({ value }) => hasLetters(value)) }

/** What of a run is created and what is there already. */
function previewOf(whole: string[], missing: string[]): string {
  const say = runWords
  if (whole.length === 0) return say.reversed
  if (missing.length === 0) return say.allThere
  const there = whole.filter((code) => !missing.includes(code))
  const creates = say.preview(missing.join(', '))
  return there.length === 0 ? creates : `${creates} ${say.there(there.join(', '))}`
}

/** Creates the letter sizes from one to another in a group. */
function SizeRunPanel({ resource, view, data, refused, loaded: letters }: PanelProps<Letters>) {
  const { pathname, search } = useLocation()
  const busy = useNavigation().state === 'submitting'
  const answer = refused?.intent === 'run' ? refused : undefined
  const form = useRef<HTMLFormElement>(null)
  useFocusOnRefusal(form, answer)
  const [from, setFrom] = useState(String(answer?.values['from'] ?? 'XS'))
  const [to, setTo] = useState(String(answer?.values['to'] ?? '5XL'))
  const field = lettered(resource.fields['group'])
  const [group, setGroup] = useState(
    () => String(answer?.values['group'] ?? '') || firstWithout(field, letters),
  )
  const there = (code: string) => letters[group]?.includes(code) ?? false
  const whole = codesOfRun(from, to)
  const planned = whole.filter((code) => !there(code))
  const close = listAddress(resource, withPanel(view, null))
  return (
    <Panel title={runWords.title} close={close}>
      <Form
        ref={form}
        method="post"
        action={pathname + search}
        className={styles.form}
        noValidate
        onChange={({ target }) => {
          if (target instanceof HTMLSelectElement && target.name === 'group') setGroup(target.value)
        }}
      >
        <input type="hidden" name="intent" value="run" />
        <input type="hidden" name="writeKey" value={data.writeKey} />
        <div className={styles.body}>
          {answer?.failure && <FailureText failure={answer.failure} />}
          {answer?.rows && (
            <RowErrors rows={answer.rows} title={runWords.refused} say={(_place, error) => error} />
          )}
          {field && (
            <FieldInput
              id="run-group"
              name="group"
              field={field}
              value={group}
              error={answer?.errors['group']}
            />
          )}
          <Select
            id="run-from"
            name="from"
            label={runWords.from}
            options={codes}
            defaultValue={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
            required
          />
          <Select
            id="run-to"
            name="to"
            label={runWords.to}
            options={codes}
            defaultValue={to}
            onChange={(event) => setTo(event.currentTarget.value)}
            error={answer?.errors['to']}
            required
          />
          <p role="status">{previewOf(whole, planned)}</p>
        </div>
        <FormFooter leave={close}>
          <Button type="submit" loading={busy}>
            {runWords.submit}
          </Button>
        </FormFooter>
      </Form>
    </Panel>
  )
}

export const panels = {
  run: {
    Panel: SizeRunPanel,
    intents: { run: generateRun },
    load: ({ api, signal }: PanelWork) => existingLetters(api, signal),
  },
}
