import { useRef, useState } from 'react'
import type { ComponentProps } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import type { Field } from '#shared/engine/fields/fields.ts'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { Button, definePanels, RowErrors } from '#client/frame/index.ts'
import { getDefaultRun, hasLetterSizes, parseSizeRun } from './sizeRun.ts'
import { letterSizes } from './messages.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { usePreHydrationInput } from '#client/form/drafts/usePreHydrationInput.ts'
import type { PanelProps, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { useFocusFirstInvalid } from '#client/ui/inputs/focusFirstInvalid.ts'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { useIsHydrated } from '#client/ui/focus/useIsHydrated.ts'
import { generateSizeRunIntent, loadExistingSizeCodes } from './generateSizeRunIntent.ts'
import type { ExistingCodes } from './generateSizeRunIntent.ts'
import * as styles from '#client/form/Panel.css.ts'
import { SizeRunPreview } from './SizeRunPreview.tsx'
import { sizeRunMessages } from './messages.ts'

/**
 * Finds the first group that lacks a letter size, so that the panel's initial run has something to
 * create.
 */
const findIncompleteGroup = (field: Field | undefined, existing: ExistingCodes): string =>
  field?.options?.find(
    ({ value }) =>
      hasLetterSizes(value) && letterSizes.some(([code]) => !existing[value]?.includes(code)),
  )?.value ?? String(field?.initial ?? '')

/** Creates the sizes from one to another in a group: letters, numbers, or waist and inseam. */
function SizeRunPanel({ resource, view, data, refused, loaded }: PanelProps<ExistingCodes>) {
  const { pathname, search } = useLocation()
  const busy = useNavigation().state === 'submitting'
  const isScripted = useIsHydrated()
  const answer = refused?.intent === 'run' ? refused : undefined
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalid(form, answer)
  usePreHydrationInput(form)
  const field = resource.fields['group']
  const [typed, setTyped] = useState(() => {
    const group = String(answer?.values['group'] ?? '') || findIncompleteGroup(field, loaded)
    const { from, to, step = '1' } = { ...getDefaultRun(group), ...answer?.values }
    return { group, from: String(from), to: String(to), step: String(step) }
  })
  const [generation, setGeneration] = useState(0)
  const run = parseSizeRun(typed)
  const existing = new Set(loaded[typed.group]?.map((code) => code.toUpperCase()))
  const isExisting = (code: string) => existing.has(code.toUpperCase())
  const count = run.sizes.filter(({ code }) => !isExisting(code)).length
  const suggestions = hasLetterSizes(typed.group)
    ? letterSizes.map(([code]) => code)
    : (loaded[typed.group] ?? [])
  const close = buildListUrl(resource, withPanel(view, null))

  function onInput(form: HTMLFormElement) {
    const sent = new FormData(form)
    const getText = (name: string) => String(sent.get(name) ?? '')
    const now = {
      group: getText('group'),
      from: getText('from'),
      to: getText('to'),
      step: getText('step'),
    }
    const { from, to } = getDefaultRun(typed.group)
    // An unedited run follows its group. The inputs are uncontrolled, so they are remounted.
    const isDefault = now.from === from && now.to === to
    const followsGroup = now.group !== typed.group && isDefault
    setTyped(followsGroup ? { ...now, ...getDefaultRun(now.group) } : now)
    if (followsGroup) setGeneration((past) => past + 1)
  }
  const getInputProps = (name: 'from' | 'to' | 'step') =>
    ({
      id: `run-${name}`,
      name,
      label: sizeRunMessages[name],
      defaultValue: typed[name],
      maxLength: 20,
      error: answer?.errors[name],
    }) satisfies ComponentProps<typeof TextInput>

  return (
    <Panel title={sizeRunMessages.title} close={close}>
      <Form
        ref={form}
        method="post"
        action={pathname + search}
        className={styles.form}
        noValidate
        onInput={({ currentTarget }) => onInput(currentTarget)}
      >
        <input type="hidden" name="intent" value="run" />
        <input type="hidden" name="writeKey" value={data.writeKey} />
        <div className={styles.body}>
          {answer?.failure && <FailureText failure={answer.failure} />}
          {answer?.rows && (
            <RowErrors
              rows={answer.rows}
              title={sizeRunMessages.refused}
              formatRow={(_place, error) => error}
            />
          )}
          {field && (
            <FieldInput
              id="run-group"
              name="group"
              field={field}
              value={typed.group}
              error={answer?.errors['group']}
            />
          )}
          <datalist id="run-sizes">
            {suggestions.map((code) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </datalist>
          <div key={generation} className={styles.fields}>
            <TextInput
              {...getInputProps('from')}
              list="run-sizes"
              hint={sizeRunMessages.fromHint}
              required
            />
            <TextInput
              {...getInputProps('to')}
              list="run-sizes"
              hint={sizeRunMessages.toHint}
              required
            />
          </div>
          <TextInput {...getInputProps('step')} hint={sizeRunMessages.stepHint} required={false} />
          <SizeRunPreview run={run} isExisting={isExisting} />
        </div>
        <FormFooter cancelUrl={close}>
          <Button type="submit" loading={busy}>
            {/* Without JavaScript the count wouldn't follow what is typed. */}
            {sizeRunMessages.submit(isScripted ? count : 0)}
          </Button>
        </FormFooter>
      </Form>
    </Panel>
  )
}

export const sizeRunPanels = definePanels({
  run: {
    button: sizeRunMessages.button,

    Panel: SizeRunPanel,
    intents: { run: generateSizeRunIntent },
    load: ({ api, signal }: PanelLoadContext) => loadExistingSizeCodes(api, signal),
  },
})
