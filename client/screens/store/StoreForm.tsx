import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { formValuesOf } from '#shared/references.ts'
import type { AnyRecord } from '#shared/resource.ts'
import { storeDefaults } from '#shared/resources/storeDefaults.ts'
import { storeMessages } from '#shared/stores/storeMessages.ts'
import { FailureText } from '#client/list/PanelFailure.tsx'
import { RecordForm } from '#client/list/RecordForm.tsx'
import { Button } from '#client/ui/Button.tsx'
import { storeAddress } from './storeAddress.ts'
import type { TabName } from './storeAddress.ts'
import { fieldsOf } from './storeTab.tsx'
import type { StoreField, TabProps } from './storeTab.tsx'
import { UnlessHeld } from './UnlessHeld.tsx'
import * as styles from '../Store.css.ts'
import * as panel from '#client/list/Panel.css.ts'

const say = storeMessages.inherit
const resets = 'store-resets'

type Props = TabProps & { tab: TabName; fields: readonly StoreField[]; children?: ReactNode }

/**
 * The form of one tab of a store. What the platform's defaults can supply says whether it is inherited or overridden, and
 * what is overridden can be given back (screens.md, Store details).
 */
export function StoreForm({ tab, fields, store, defaults, refused, writeKey, children }: Props) {
  const own = fieldsOf(fields)
  const inherited = defaults ? inheritedOf(fields, defaults) : {}
  const overridden = Object.keys(inherited).filter((name) => !isEmpty(store[name]))
  return (
    <div className={styles.card}>
      <Resets {...{ tab, store, refused, writeKey, overridden }} />
      <UnlessHeld store={store}>
        <RecordForm
          fields={own}
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
      </UnlessHeld>
    </div>
  )
}

/** A button of the form `Resets`, which stands outside the record's form: forms do not nest. */
const ResetButton = ({ name, label }: { name: string; label: string }) => (
  <div className={styles.reset}>
    <Button
      type="submit"
      form={resets}
      name="intent"
      value={`${resetIntent}${name}`}
      size="small"
      color="white"
      aria-label={say.resetOf(label)}
    >
      {say.reset}
    </Button>
  </div>
)

/** An intent of this and the name of a field gives the field back to the platform's default. */
export const resetIntent = 'reset:'

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

/** The platform's values of those of the fields that it has a default for, as the form shows them. */
function inheritedOf(fields: readonly string[], defaults: AnyRecord): Record<string, unknown> {
  const both = Object.entries(storeDefaults.fields).filter(([name]) => fields.includes(name))
  return formValuesOf(Object.fromEntries(both), defaults)
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
