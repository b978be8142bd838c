import type { ComparedRow } from '#shared/areas/stores/blueprints/compareStores.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Link } from '#client/ui/Link.tsx'
import { compareMessages } from './messages.ts'
import * as styles from './Compare.css.ts'

type Props = {
  row: ComparedRow
  store: AnyRecord
  canWrite: boolean
  /** Where each integration is set up, by kind. */
  setupUrls: Readonly<Record<string, string>>
}

/**
 * Names a row. A difference that a plan can remove has a checkbox; any other links to where it's
 * changed by hand.
 */
export function RowHead({ row, store, canWrite, setupUrls }: Props) {
  const { label, isSame } = row
  if (isSame) return label
  if ('kind' in row) {
    const { [row.kind]: url } = setupUrls
    return (
      <>
        {label}
        {url && (
          <span className={styles.hint}>
            {compareMessages.byHand} <Link to={url}>{compareMessages.openIntegration(label)}</Link>
          </span>
        )}
      </>
    )
  }
  if (!row.isChangeable)
    return (
      <>
        {label}
        <span className={styles.hint}>
          <Link to={buildStoreUrl(store.id, row.tab)}>{compareMessages.filesByHand}</Link>
        </span>
      </>
    )
  return canWrite ? <SettingCheckbox setting={row.setting} label={label} /> : label
}

export const SettingCheckbox = ({ setting, label }: { setting: string; label: string }) => (
  <label className={styles.choice}>
    <input
      type="checkbox"
      name="setting"
      value={setting}
      defaultChecked
      aria-label={compareMessages.include(label)}
    />
    {label}
  </label>
)
