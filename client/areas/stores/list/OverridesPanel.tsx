import { formatActor } from '#shared/engine/actors.ts'
import { formatValue } from '#shared/engine/fields/formValues.ts'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { getField } from '#shared/engine/resource.ts'
import {
  loadStoreOverrides,
  overridesPageSize,
} from '#shared/areas/stores/blueprints/overridesCall.ts'
import type {
  StoreOverride,
  StoreOverrides,
} from '#shared/areas/stores/blueprints/overridesCall.ts'
import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import { storeFieldPlaces } from '#shared/areas/stores/storeFieldPlaces.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { Panel } from '#client/form/Panel.tsx'
import type { PanelLoadContext, PanelProps } from '#client/list/panels/definePanels.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'
import { formatNumber } from '#shared/format/numbers.ts'
import { overridesMessages } from './messages.ts'
import { buildOverridesUrl, parseOverridesQuery } from './overridesUrl.ts'
import * as rows from './OverridesPanel.css.ts'
import * as styles from '#client/form/Panel.css.ts'

type LoadedOverrides = StoreOverrides & ReturnType<typeof parseOverridesQuery>

/** Shows for each platform default which stores differ from it, who changed them, and when. */
function OverridesPanel({ resource, view, loaded }: PanelProps<LoadedOverrides>) {
  const { setting, from, counts, data } = loaded
  const total = counts.find((one) => one.setting === setting)?.stores ?? 0
  return (
    <Panel
      title={overridesMessages.title}
      close={buildListUrl(resource, withPanel(view, null))}
      size="medium"
    >
      <div className={styles.body}>
        <Tabs
          label={overridesMessages.settings}
          tabs={counts.map(({ setting: name, stores }) => ({
            title: getField(storeDefaults, name)?.label ?? name,
            to: buildOverridesUrl(name),
            count: formatNumber(stores),
            none: stores === 0,
            current: name === setting,
          }))}
        />
        {data.length === 0 && <p>{overridesMessages.none}</p>}
        <ul aria-label={overridesMessages.stores} className={rows.list}>
          {data.map((override) => (
            <li key={override.id} className={rows.row}>
              <Link to={buildSettingUrl(override.id, setting)}>{override.name}</Link>
              <span>{formatOverride(setting, override.value)}</span>
              <span className={rows.change}>
                <LastChange {...override} />
              </span>
            </li>
          ))}
        </ul>
        <div className={styles.inline}>
          {from > 0 && (
            <ButtonLink
              to={buildOverridesUrl(setting, from - overridesPageSize)}
              color="white"
              size="small"
              preventScrollReset
            >
              {overridesMessages.previous}
            </ButtonLink>
          )}
          {from + data.length < total && (
            <ButtonLink
              to={buildOverridesUrl(setting, from + overridesPageSize)}
              color="white"
              size="small"
              preventScrollReset
            >
              {overridesMessages.next}
            </ButtonLink>
          )}
        </div>
      </div>
    </Panel>
  )
}

/** The log doesn't say it of a change that is older than its retention. */
const LastChange = ({ changedBy, changedAt }: StoreOverride) =>
  changedAt && changedBy ? (
    <Instant
      at={changedAt}
      format={(when) => overridesMessages.changedBy(formatActor(changedBy), when)}
    />
  ) : (
    overridesMessages.unknown
  )

/** The value of a theme is its name. */
function formatOverride(setting: string, value: string): string {
  const field = getField(storeDefaults, setting)
  return field && field.kind !== 'reference' ? formatValue(field, value) : value
}

/** Builds the URL of the tab that edits a setting of a store. */
function buildSettingUrl(storeId: number, setting: string): string {
  const place = Object.entries(storeFieldPlaces).find(([name]) => name === setting)?.[1]
  return buildStoreUrl(storeId, place?.tab)
}

export const overridesPanel = {
  Panel: OverridesPanel,
  reads: true,
  params: ['setting', 'skip'],
  intents: {},
  async load({ api, params, signal }: PanelLoadContext): Promise<LoadedOverrides> {
    const query = parseOverridesQuery(params)
    return { ...query, ...(await loadStoreOverrides(api, query, signal)) }
  },
} as const
