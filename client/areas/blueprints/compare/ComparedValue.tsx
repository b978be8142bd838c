import { expectedIntegrations } from '#shared/areas/stores/blueprints/blueprints.ts'
import type { ComparedRow } from '#shared/areas/stores/blueprints/compareStores.ts'
import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { StoreField } from '#shared/areas/stores/storeFieldPlaces.ts'
import { formatValue } from '#shared/engine/fields/formValues.ts'
import { integrationsByKind } from '#shared/engine/integrations/integrationKinds.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { IntegrationStatus } from '#client/frame/index.ts'
import { compareMessages } from './messages.ts'
import * as styles from './Compare.css.ts'

type Props = { row: ComparedRow; record: AnyRecord; side: string; isBlueprint: boolean }

/** One side's value. Narrow windows have no column headings, so the value names its side. */
export function ComparedValue({ row, record, side, isBlueprint }: Props) {
  return (
    <>
      <span className={styles.side}>{side}: </span>
      {'setting' in row ? (
        <SettingValue setting={row.setting} record={record} />
      ) : isBlueprint ? (
        expectedIntegrations[record[row.kind] === 'active' ? 'active' : 'inactive']
      ) : (
        <IntegrationStatus state={String(record[integrationsByKind[row.kind].field])} />
      )}
    </>
  )
}

/** A setting's value. A blank one inherits the platform default, if there is one. */
export function SettingValue({ setting, record }: { setting: StoreField; record: AnyRecord }) {
  const text = formatValue(stores.fields[setting], record[setting], record, setting)
  if (text) return text
  return (
    <span className={styles.soft}>
      {Object.hasOwn(storeDefaults.fields, setting)
        ? compareMessages.platformDefault
        : compareMessages.blank}
    </span>
  )
}
