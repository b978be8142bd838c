import type { WizardProgress } from '#machines/createStore/context.ts'
import { createStoreSteps } from './wizardSteps.ts'
import { getSelectedSections } from './templateValues.ts'
import { formatInput } from '#shared/engine/fields/formValues.ts'
import {
  isReferenceValue,
  getLabelInputName,
  getTextInputName,
} from '#shared/engine/list/referenceValues.ts'

/**
 * The template whose values the fields contain, and its copied sections. Comparing them with the
 * form shows what was changed.
 */
export const templateIdInput = 'copiedFrom'
export const templateSectionsInput = 'copiedSections'

/** Holds the run's state in the form: the values of all other steps, and the current step. */
export function HiddenWizardState({ run }: { run: WizardProgress }) {
  const { values, step, reached, writeKey, template } = run
  const elsewhere = createStoreSteps
    .filter(({ name }) => name !== step)
    .flatMap(({ fields }): readonly string[] => fields)
  const sent = {
    step,
    reached,
    writeKey,
    [templateIdInput]: template?.id ?? '',
    [templateSectionsInput]: getSelectedSections(values).join(),
    ...Object.fromEntries(elsewhere.flatMap((name) => toHiddenInputs(name, values[name]))),
  }
  return Object.entries(sent).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

const toHiddenInputs = (name: string, value: unknown): [string, string][] =>
  isReferenceValue(value)
    ? [
        [name, String(value.id)],
        [getLabelInputName(name), value.label],
        [getTextInputName(name), value.label],
      ]
    : [[name, formatInput(value)]]
