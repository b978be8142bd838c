import type { WizardRun } from '#machines/createStore/context.ts'
import { createStoreSteps } from './steps.ts'
import { sectionsIn } from './copied.ts'
import { inputText } from '#shared/engine/fields/formValues.ts'
import { isPicked, pickedLabel, pickedText } from '#shared/engine/list/picked.ts'

/** The template whose values the fields hold, and the sections of it: what is chosen anew is told from it. */
export const copiedFrom = 'copiedFrom'
export const copiedSections = 'copiedSections'

/** The run as it travels with the form: the values of all other steps, and where it stands. */
export function HiddenRun({ run }: { run: WizardRun }) {
  const { values, step, reached, writeKey, template } = run
  const elsewhere = createStoreSteps
    .filter(({ name }) => name !== step)
    .flatMap(({ fields }): readonly string[] => fields)
  const sent = {
    step,
    reached,
    writeKey,
    [copiedFrom]: template?.id ?? '',
    [copiedSections]: sectionsIn(values).join(),
    ...Object.fromEntries(elsewhere.flatMap((name) => inputsOf(name, values[name]))),
  }
  return Object.entries(sent).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

const inputsOf = (name: string, value: unknown): [string, string][] =>
  isPicked(value)
    ? [
        [name, String(value.id)],
        [pickedLabel(name), value.label],
        [pickedText(name), value.label],
      ]
    : [[name, inputText(value)]]
