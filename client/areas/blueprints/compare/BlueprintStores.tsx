import { Form, useLocation } from 'react-router'
import { buildDifferingStoresUrl } from '#shared/areas/stores/blueprints/differingStores.ts'
import { blueprints, expectedIntegrations } from '#shared/areas/stores/blueprints/blueprints.ts'
import {
  getExpectedIntegrations,
  getIncludedSettings,
  isChangeableSetting,
} from '#shared/areas/stores/blueprints/compareStores.ts'
import type { DifferenceCount } from '#shared/areas/stores/blueprints/differencesCall.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { integrationsByKind } from '#shared/engine/integrations/integrationKinds.ts'
import { formatRecordCount } from '#shared/engine/bulk/bulkActions.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Table } from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { SettingValue } from './ComparedValue.tsx'
import { PlanFooter } from './PlanFooter.tsx'
import { SettingCheckbox } from './RowHead.tsx'
import { compareMessages } from './messages.ts'
import * as styles from './Compare.css.ts'

type Props = { blueprint: AnyRecord; counts: DifferenceCount[]; writeKey: string; all: boolean }

/** What the stores of a blueprint differ in, and the form that plans to bring all of them in line. */
export function BlueprintStores({ blueprint, counts, writeKey }: Props) {
  const { pathname, search } = useLocation()
  const canWrite = useCan()(stores, 'write')
  const name = getLabel(blueprints, blueprint)
  if (counts.length === 0)
    return (
      <StateMessage
        title={compareMessages.noneDiffer(name)}
        actions={
          <ButtonLink color="white" to={`${blueprints.path}?stores=${blueprint.id}`}>
            {compareMessages.assign}
          </ButtonLink>
        }
      >
        {compareMessages.noneDifferExplain(Number(blueprint['stores']))}
      </StateMessage>
    )
  const rows = getDifferingRows(blueprint, counts)
  return (
    <Form method="post" action={pathname + search} className={styles.page}>
      <input type="hidden" name="intent" value="plan" />
      <input type="hidden" name="writeKey" value={writeKey} />
      <input type="hidden" name="blueprint" value={blueprint.id} />
      <div className={styles.rows}>
        <Table
          caption={compareMessages.differing}
          rows={rows}
          keyOf={({ name: key }) => key}
          columns={[
            {
              label: compareMessages.setting,
              render: ({ name: setting, label }) =>
                isChangeableSetting(setting) ? (
                  canWrite ? (
                    <SettingCheckbox setting={setting} label={label} />
                  ) : (
                    label
                  )
                ) : (
                  <>
                    {label}
                    <span className={styles.hint}>{compareMessages.eachByHand}</span>
                  </>
                ),
            },
            {
              label: name,
              render: ({ value }) => (
                <>
                  <span className={styles.side}>{name}: </span>
                  {value}
                </>
              ),
            },
            {
              label: compareMessages.differing,
              align: 'end',
              render: ({ name: difference, stores: count }) => (
                <Link to={buildDifferingStoresUrl(blueprint.id, difference)}>
                  {formatRecordCount(stores, count)}
                </Link>
              ),
            },
          ]}
        />
      </div>
      {canWrite && rows.some((row) => isChangeableSetting(row.name)) && <PlanFooter />}
    </Form>
  )
}

/** Returns what stores differ in, in the order of a store's page. */
function getDifferingRows(blueprint: AnyRecord, counts: readonly DifferenceCount[]) {
  const rows = [
    ...getIncludedSettings(blueprint).map((setting) => ({
      name: setting as string,
      label: stores.fields[setting].label,
      value: <SettingValue setting={setting} record={blueprint} />,
    })),
    ...getExpectedIntegrations(blueprint).map((kind) => ({
      name: kind as string,
      label: integrationsByKind[kind].label as string,
      value: expectedIntegrations[blueprint[kind] === 'active' ? 'active' : 'inactive'],
    })),
  ]
  return rows.flatMap((row) => {
    const count = counts.find(({ name }) => name === row.name)?.stores ?? 0
    return count > 0 ? [{ ...row, stores: count }] : []
  })
}
