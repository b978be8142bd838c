import '#client/frame/forms.ts'
import '#client/frame/people.ts'
import { Form, useLocation } from 'react-router'
import { listAddress, withPanel } from '#shared/engine/list/listView.ts'
import { inWords } from '#shared/engine/fields/formValues.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { actionsInWords, areaLabel, byArea } from '#shared/permissions/permissions.ts'
import { userGroups } from '#shared/areas/users/userGroups.ts'
import { begunWith } from '#client/form/begun.ts'
import type { Begun } from '#client/form/begun.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { RecordForm } from '#client/form/RecordForm.tsx'
import { aboutRecord, openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { RecordTools } from '#client/list/panels/RecordPanel.tsx'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Select } from '#client/ui/inputs/Select.tsx'
import { Table } from '#client/ui/Table.tsx'
import { chooser, comparison } from './Matrix.css.ts'
import { inMatrix, Matrix, matrixInput } from './Matrix.tsx'
import { Members, namesIn } from './Members.tsx'
import { others, removePanel } from './removePanel.tsx'
import { groupWords as say } from './words.ts'
import * as styles from '#client/form/Panel.css.ts'

function CreatePanel({ loaded, ...props }: PanelProps<Begun>) {
  const close = listAddress(userGroups, withPanel(props.view, null))
  return (
    <Panel title={say.create} close={close} size="large">
      <RecordForm
        fields={userGroups.fields}
        sections={userGroups.sections}
        record={null}
        begun={loaded}
        refused={props.refused}
        writeKey={props.data.writeKey}
        draftName="userGroups.new"
        leave={close}
        own={matrixInput}
      />
    </Panel>
  )
}

type Opened = { group: AnyRecord; names: string[] }

function EditPanel(props: PanelProps<Opened>) {
  const { data, refused, loaded } = props
  const { group, names } = loaded
  const isLocked = group['builtIn'] === true
  const about = aboutRecord(props, group)
  const form = (
    <RecordForm
      key={group.id}
      fields={userGroups.fields}
      sections={userGroups.sections}
      record={group}
      refused={refused}
      writeKey={data.writeKey}
      draftName={`userGroups.${group.id}`}
      leave={about.close}
      own={matrixInput}
    >
      <Members group={group} names={names} />
    </RecordForm>
  )
  return (
    <Panel {...about} size="large" tools={<RecordTools {...props} record={group} />}>
      {isLocked ? (
        <div className={styles.form}>
          <div className={styles.body}>
            <p className={styles.warning}>{say.locked}</p>
            <Members group={group} names={names} />
            <fieldset disabled>
              <Matrix id="locked" name="permissions" value={group['permissions']} />
            </fieldset>
          </div>
          <FormFooter leave={about.close}>
            <ButtonLink to={`/userGroups/create?from=${group.id}`}>{say.duplicate}</ButtonLink>
          </FormFooter>
        </div>
      ) : (
        form
      )}
    </Panel>
  )
}

const scopeOf = (group: AnyRecord): string =>
  group['allStores'] === true
    ? say.storesAll
    : inWords(userGroups.fields.storeIds, group['storeIds'], group, 'storeIds') || say.own

/** What is held of each area that two groups do not hold alike, in words. */
function differingAreas(mine: readonly string[], theirs: readonly string[]) {
  const heldIn = (rights: readonly string[], area: string) =>
    actionsInWords(byArea(rights).find(({ key }) => key === area)?.actions ?? [])
  return byArea([...mine, ...theirs])
    .map(({ key }) => ({ what: areaLabel(key), one: heldIn(mine, key), two: heldIn(theirs, key) }))
    .filter(({ one, two }) => one !== two)
}

type Compared = { group: AnyRecord; groups: AnyRecord[]; other: AnyRecord | null }

function ComparePanel(props: PanelProps<Compared>) {
  const { group, groups, other } = props.loaded
  const { pathname } = useLocation()
  const scopes = { what: say.scope, one: scopeOf(group), two: other ? scopeOf(other) : '' }
  const rows = [
    ...(scopes.one === scopes.two ? [] : [scopes]),
    ...differingAreas(inMatrix(group['permissions']), inMatrix(other?.['permissions'])),
  ]
  return (
    <Panel {...aboutRecord(props, group, say.compareTitle)} size="medium">
      <div className={styles.body}>
        <Form method="get" action={pathname} className={chooser}>
          <input type="hidden" name="compare" value={group.id} />
          <Select
            id="compare-with"
            name="with"
            label={say.compareWith}
            options={groups.map((one) => ({
              value: String(one.id),
              label: labelOf(userGroups, one),
            }))}
            defaultValue={String(other?.id ?? '')}
          />
          <Button type="submit" color="white">
            {say.compareButton}
          </Button>
        </Form>
        {other && (
          <div className={comparison}>
            <Table
              caption={say.compare}
              rows={rows}
              keyOf={({ what }) => what}
              empty={<p>{say.same}</p>}
              columns={[
                { label: say.area, render: ({ what }) => what },
                { label: labelOf(userGroups, group), render: ({ one }) => one },
                { label: labelOf(userGroups, other), render: ({ two }) => two },
              ]}
            />
          </div>
        )}
      </div>
    </Panel>
  )
}

const withMatrix = (group: AnyRecord): AnyRecord => ({
  ...group,
  permissions: inMatrix(group['permissions']),
})

export const panels = {
  create: {
    Panel: CreatePanel,
    intents: { create: recordIntents.create },
    load: ({ api, params, signal }: PanelWork) =>
      begunWith({ api, fields: userGroups.fields, params, signal }),
  },
  edit: {
    Panel: EditPanel,
    intents: { edit: recordIntents.edit },
    async load(work: PanelWork): Promise<Opened> {
      const { api, id, signal } = work
      const [group, names] = await Promise.all([openRecord(work), namesIn(api, id ?? 0, signal)])
      return { group: withMatrix(group), names }
    },
  },
  compare: {
    Panel: ComparePanel,
    intents: {},
    async load(work: PanelWork) {
      const { api, params, id, signal } = work
      const [group, groups] = await Promise.all([openRecord(work), others(work, id ?? 0)])
      // With the first of them, until another one is chosen.
      const other = Number(params.get('with')) || groups[0]?.id
      return {
        group,
        groups,
        other: other ? await readRecord(api, userGroups, other, signal) : null,
      }
    },
  },
  remove: removePanel,
}
