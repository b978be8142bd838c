import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { formValuesOf } from '#shared/engine/fields/references.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Section } from '#shared/engine/fields/sections.ts'
import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { below } from '#shared/areas/stores/domains/storesHost.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { RecordForm } from '#client/form/RecordForm.tsx'
import { storeAddress } from '#shared/areas/stores/storeAddress.ts'
import type { TabName } from '#shared/areas/stores/storeAddress.ts'
import { useMayChange, fieldsOf, resetIntent } from './tabs/storeTab.tsx'
import type { StoreField, TabProps } from './tabs/storeTab.tsx'
import { storeFieldsMessages } from './words.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as layout from './Store.css.ts'
import * as part from '#client/ui/Section.css.ts'
import * as panel from '#client/form/Panel.css.ts'

const say = storeFieldsMessages.inherit
const resets = 'store-resets'

type Props = Omit<TabProps, 'data'> & {
  /** What the store inherits; null where that is not known, and then nothing is said of inheritance. */
  defaults: AnyRecord | null
  tab: TabName
  fields: readonly StoreField[]
  sections?: readonly Section[] | undefined
  /** What its subdomain stands below. */
  host?: string | null
  children?: ReactNode
}

/** The form of one tab: says what is inherited or overridden, and gives it back (screens.md, Store details). */
export function StoreForm(props: Props) {
  const { tab, fields, sections, store, defaults, refused, writeKey, host = null, children } = props
  const { write } = useMayChange(store)
  if (!write) return <HeldFields {...props} />
  const own = below(host, fieldsOf(fields))
  const inherited = defaults ? inheritedOf(fields, defaults) : {}
  const overridden = Object.keys(inherited).filter((name) => !isEmpty(store[name]))
  return (
    <div className={part.card} data-narrow>
      <Resets {...{ tab, store, refused, writeKey, overridden }} />
      <RecordForm
        fields={own}
        sections={sections}
        record={store}
        refused={refused}
        writeKey={writeKey}
        draftName={`stores.${store.id}.${tab}`}
        inherited={inherited}
        under={Object.fromEntries(
          overridden.map((name) => [
            name,
            <ResetButton key={name} name={name} label={own[name]?.label ?? name} />,
          ]),
        )}
      >
        {children}
      </RecordForm>
    </div>
  )
}

function HeldFields({ fields, store, defaults, host = null, children }: Props) {
  const own = below(host, fieldsOf(fields))
  const values = formValuesOf(own, store)
  const inherited = defaults ? inheritedOf(fields, defaults) : {}
  return (
    <div className={part.card} data-narrow>
      <fieldset disabled className={`${panel.body} ${layout.held}`}>
        {children}
        {Object.entries(own).map(([name, field]) => (
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

/** A button of the form `Resets`, which stands outside the record's form: forms do not nest. */
function ResetButton({ name, label }: { name: string; label: string }) {
  const intent = `${resetIntent}${name}`
  const { formData } = useNavigation()
  const resetting = formData?.get('intent') === intent
  return (
    <button
      type="submit"
      form={resets}
      name="intent"
      value={intent}
      className={`${layout.reset} ${glyph.reset}`}
      disabled={resetting}
      aria-busy={resetting || undefined}
      aria-label={say.resetOf(label)}
      title={say.resetOf(label)}
    >
      <span>{say.reset}</span>
    </button>
  )
}

function Resets({
  tab,
  store,
  refused,
  writeKey,
  overridden,
}: Pick<TabProps, 'store' | 'refused' | 'writeKey'> & { tab: TabName; overridden: string[] }) {
  const answer = refused?.intent.startsWith(resetIntent) ? refused : undefined
  const current = answer?.conflict ?? store
  const original = formValuesOf(fieldsOf(overridden as StoreField[]), current) // Names of the tab's own fields.
  return (
    <Form id={resets} method="post" action={storeAddress(store.id, tab)} preventScrollReset>
      <input type="hidden" name="writeKey" value={`${writeKey}-${current.version}`} />
      <input type="hidden" name="version" value={current.version} />
      <input type="hidden" name="original" value={JSON.stringify(original)} />
      {answer?.conflict && (
        <p className={panel.warning} role="alert">
          {say.changed(answer.conflict.updatedBy)}
        </p>
      )}
      {answer?.failure && <FailureText failure={answer.failure} />}
    </Form>
  )
}

function inheritedOf(fields: readonly string[], defaults: AnyRecord): Record<string, unknown> {
  const { smtpSettingsId } = stores.fields
  const both = Object.entries({ ...storeDefaults.fields, smtpSettingsId }).filter(([name]) =>
    fields.includes(name),
  )
  return formValuesOf(Object.fromEntries(both), defaults)
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
