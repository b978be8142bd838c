import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatActor } from '#shared/engine/actors.ts'
import { toFormValues } from '#shared/engine/fields/references.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { withHostSuffix } from '#shared/areas/stores/domains/storesHost.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { RecordForm } from '#client/form/RecordForm.tsx'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import {
  generalSections,
  getGeneralFields,
  getTabFields,
} from '#shared/areas/stores/storeFieldPlaces.ts'
import type { StoreField, StoreFieldTab } from '#shared/areas/stores/storeFieldPlaces.ts'
import { useCanChange, getStoreFields, resetIntent } from './tabs/storeTab.tsx'
import type { TabProps } from './tabs/storeTab.tsx'
import { storeFieldsMessages } from './messages.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as layout from './Store.css.ts'
import * as part from '#client/ui/Section.css.ts'
import * as panel from '#client/form/Panel.css.ts'
const resetFormId = 'store-resets'

const generalFormSections = generalSections.map((section) => ({
  title: storeFieldsMessages[section],
  fields: getGeneralFields(section),
}))

type Props = Omit<TabProps, 'data'> & {
  /** The store's inherited values; null if unknown, in which case inheritance isn't mentioned. */
  defaults: AnyRecord | null
  tab: StoreFieldTab
  /** The host that the store's subdomain belongs to. */
  host?: string | null
  children?: ReactNode
}

/**
 * Edits one tab's fields. Shows which are inherited or overridden, and can reset them (screens.md,
 * Store details).
 */
export function StoreTabForm(props: Props) {
  const { tab, store, defaults, refused, writeKey, host = null, children } = props
  const { write } = useCanChange(store)
  const can = useCan()
  if (!write) return <ReadOnlyFields {...props} />
  const fields = getTabFields(tab)
  const tabFields = withHostSuffix(host, getStoreFields(fields))
  const inherited = defaults ? getInheritedValues(fields, defaults) : {}
  const overridden = Object.keys(inherited).filter((name) => !isBlank(store[name]))
  return (
    <div className={part.card} data-narrow>
      <ResetForm {...{ tab, store, refused, writeKey, overridden }} />
      <RecordForm
        fields={tabFields}
        sections={tab === 'general' ? generalFormSections : undefined}
        record={store}
        refused={refused}
        writeKey={writeKey}
        draftName={`stores.${store.id}.${tab}`}
        inherited={inherited}
        canSchedule={can(scheduledChanges, 'read')}
        under={Object.fromEntries(
          overridden.map((name) => [
            name,
            <ResetButton key={name} name={name} label={tabFields[name]?.label ?? name} />,
          ]),
        )}
      >
        {children}
      </RecordForm>
    </div>
  )
}

function ReadOnlyFields({ tab, store, defaults, host = null, children }: Props) {
  const fields = getTabFields(tab)
  const tabFields = withHostSuffix(host, getStoreFields(fields))
  const values = toFormValues(tabFields, store)
  const inherited = defaults ? getInheritedValues(fields, defaults) : {}
  return (
    <div className={part.card} data-narrow>
      <fieldset disabled className={`${panel.body} ${layout.readOnly}`}>
        {children}
        {Object.entries(tabFields).map(([name, field]) => (
          <FieldInput
            key={name}
            id={`field-${name}`}
            name={name}
            field={field}
            value={values[name]}
            inherited={inherited[name]}
          />
        ))}
      </fieldset>
    </div>
  )
}

/** Submits `ResetForm`, which is outside the record's form because forms can't be nested. */
function ResetButton({ name, label }: { name: string; label: string }) {
  const intent = `${resetIntent}${name}`
  const { formData } = useNavigation()
  const resetting = formData?.get('intent') === intent
  return (
    <button
      type="submit"
      form={resetFormId}
      name="intent"
      value={intent}
      className={`${layout.reset} ${glyph.reset}`}
      disabled={resetting}
      aria-busy={resetting || undefined}
      aria-label={storeFieldsMessages.inherit.resetOf(label)}
      title={storeFieldsMessages.inherit.resetOf(label)}
    >
      <span>{storeFieldsMessages.inherit.reset}</span>
    </button>
  )
}

function ResetForm({
  tab,
  store,
  refused,
  writeKey,
  overridden,
}: Pick<TabProps, 'store' | 'refused' | 'writeKey'> & {
  tab: StoreFieldTab
  overridden: string[]
}) {
  const answer = refused?.intent.startsWith(resetIntent) ? refused : undefined
  const current = answer?.conflict ?? store
  const original = toFormValues(getStoreFields(overridden as StoreField[]), current) // Names of the tab's own fields.
  return (
    <Form id={resetFormId} method="post" action={buildStoreUrl(store.id, tab)} preventScrollReset>
      <input type="hidden" name="writeKey" value={`${writeKey}-${current.version}`} />
      <input type="hidden" name="version" value={current.version} />
      <input type="hidden" name="original" value={JSON.stringify(original)} />
      {answer?.conflict && (
        <p className={panel.warning} role="alert">
          {storeFieldsMessages.inherit.changed(formatActor(answer.conflict.updatedBy))}
        </p>
      )}
      {answer?.failure && <FailureText failure={answer.failure} />}
    </Form>
  )
}

function getInheritedValues(
  fields: readonly string[],
  defaults: AnyRecord,
): Record<string, unknown> {
  const { smtpSettingsId } = stores.fields
  const entries = Object.entries({ ...storeDefaults.fields, smtpSettingsId }).filter(([name]) =>
    fields.includes(name),
  )
  return toFormValues(Object.fromEntries(entries), defaults)
}

const isBlank = (value: unknown) => value === null || value === undefined || value === ''
