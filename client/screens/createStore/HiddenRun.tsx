import type { WizardRun } from '#machines/createStoreValues.ts'
import { createStoreSteps } from '#shared/stores/createStoreSteps.ts'
import { inputText } from '#shared/formValues.ts'

/** The run as it travels with the form: the values of all other steps, and where it stands. */
export function HiddenRun({ run: { values, step, reached, writeKey } }: { run: WizardRun }) {
  const elsewhere = createStoreSteps
    .filter(({ name }) => name !== step)
    .flatMap(({ fields }): readonly string[] => fields)
  const sent = { step, reached, writeKey }
  return (
    <>
      {Object.entries(sent).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {elsewhere.map((name) => (
        <input key={name} type="hidden" name={name} value={inputText(values[name])} />
      ))}
    </>
  )
}
