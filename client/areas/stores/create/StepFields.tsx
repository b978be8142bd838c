import { useSelector } from '@xstate/react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { createStoreMachine } from '#machines/createStore/index.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { withHostSuffix } from '#shared/areas/stores/domains/storesHost.ts'
import { StoreColorContrast, getCopyableSections } from '#client/frame/index.ts'
import { useCanWrite } from '#client/runtime/ConsoleContext.tsx'
import { createStoreFields } from './wizardSteps.ts'
import { isFilledByTemplate, isTemplateLoaded } from './templateValues.ts'
import { formatInput } from '#shared/engine/fields/formValues.ts'
import { uniqueStoreFields } from '#shared/areas/stores/storeAvailability.ts'
import { getInputWidths } from '#client/form/inputs/kindInputs.tsx'
import { StepField } from './StepField.tsx'
import type { AvailabilityChecks } from './useAvailabilitySync.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './CreateStoreWizard.css.ts'
import type { availabilityMachine } from '#machines/availability.ts'
import { createStoreMessages } from './messages.ts'

type Props = {
  wizard: ActorRefFrom<typeof createStoreMachine>
  fields: readonly string[]
  inherited: Record<string, unknown>
  host: string | null
  checks: AvailabilityChecks
}

export function StepFields({ wizard, fields, inherited, host, checks }: Props) {
  const errors = useSelector(wizard, ({ context }) => context.errors)
  const copied = useSelector(wizard, ({ context: { values } }) =>
    fields.filter((name) => isFilledByTemplate(values, name)).join(),
  ).split(',')
  const choices = useSelector(wizard, ({ context }) => context.choices)
  const filled = useSelector(wizard, ({ context }) => context.filledFields)
  const template = useSelector(wizard, ({ context }) =>
    isTemplateLoaded(context.template, context.values) ? context.template : null,
  )
  const offered = useOfferedSections()
  const { values } = wizard.getSnapshot().context
  const findInherited = (name: string) =>
    copied.includes(name) && !template ? undefined : inherited[name]
  const getColor = (name: string) => formatInput(values[name] ?? findInherited(name))
  const fieldDefinitions = withHostSuffix(host, createStoreFields)
  const widths = getInputWidths(fields.flatMap((name) => createStoreFields[name] ?? []))
  return (
    <div className={panel.fields}>
      {fields.map((name, index) => {
        const field = name === 'sections' ? offered : fieldDefinitions[name]
        const unique = uniqueStoreFields.find((one) => one === name)
        return (
          field && (
            <div
              // Remounts a field with its new value when the template starts or stops filling it.
              key={`${name}.${copied.includes(name)}.${filled.includes(name) && template?.id}`}
              className={name === 'sections' ? `${panel.cell} ${styles.sections}` : panel.cell}
              data-width={widths[index]}
            >
              <StepField
                {...{ name, field }}
                value={values[name]}
                error={errors[name]}
                choices={choices[name]}
                inherited={findInherited(name) ?? undefined}
                copied={copied.includes(name)}
                template={template && template.values}
              />
              {unique && <AvailabilityNote check={checks[unique]} />}
            </div>
          )
        )
      })}
      {fields.includes('primaryColour') && (
        <div className={panel.cell} data-width="full">
          <StoreColorContrast
            primary={getColor('primaryColour')}
            text={getColor('textColour')}
            inherited={{
              primary: formatInput(findInherited('primaryColour')),
              text: formatInput(findInherited('textColour')),
            }}
          />
        </div>
      )}
    </div>
  )
}

/** Returns the field of the template sections that the operator may copy. */
function useOfferedSections(): Field | undefined {
  const names: readonly string[] = getCopyableSections(useCanWrite())
  const { sections } = createStoreFields
  return (
    sections && {
      ...sections,
      options: (sections.options ?? []).filter(({ value }) => names.includes(value)),
    }
  )
}

function AvailabilityNote({ check }: { check: ActorRefFrom<typeof availabilityMachine> }) {
  const sentence = useSelector(check, formatAvailability)
  return (
    <p role="status" className={styles.availability}>
      {sentence}
    </p>
  )
}

function formatAvailability(snapshot: SnapshotFrom<typeof availabilityMachine>): string {
  if (snapshot.hasTag('asking')) return createStoreMessages.checking
  if (snapshot.matches('available')) return createStoreMessages.available(snapshot.context.value)
  return snapshot.matches('unknown') ? createStoreMessages.unknown : ''
}
