import { Form, useLocation } from 'react-router'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { formatValue } from '#shared/engine/fields/formValues.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { actionNames, getAreaLabel, groupByArea } from '#shared/permissions/permissions.ts'
import { userGroups } from '#shared/areas/users/userGroups.ts'
import {
  Button,
  Table,
  definePanels,
  getPanelHeading,
  loadPanelRecord,
} from '#client/frame/index.ts'
import { loadPrefill } from '#client/form/prefill.ts'
import type { Prefill } from '#client/form/prefill.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { RecordForm } from '#client/form/RecordForm.tsx'
import type { PanelProps, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { RecordTools } from '#client/list/panels/RecordPanel.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Select } from '#client/ui/inputs/Select.tsx'
import { chooser, comparison } from './UserGroups.css.ts'
import {
  toMatrixPermissions,
  PermissionMatrix,
  matrixInput,
} from '#client/form/permissions/PermissionMatrix.tsx'
import { GroupUsers, loadGroupUserNames } from './GroupUsers.tsx'
import { loadOtherUserGroups, removeGroupPanel } from './removeGroupPanel.tsx'
import { userGroupsMessages } from './messages.ts'
import * as styles from '#client/form/Panel.css.ts'

function CreateUserGroupPanel({ loaded, ...props }: PanelProps<Prefill>) {
  const close = buildListUrl(userGroups, withPanel(props.view, null))
  return (
    <Panel title={userGroupsMessages.create} close={close} size="large">
      <RecordForm
        fields={userGroups.fields}
        sections={userGroups.form.sections}
        record={null}
        prefill={loaded}
        refused={props.refused}
        writeKey={props.data.writeKey}
        draftName="userGroups.new"
        leave={close}
        own={matrixInput}
      />
    </Panel>
  )
}

type EditUserGroupData = { group: AnyRecord; names: string[] }

function EditUserGroupPanel(props: PanelProps<EditUserGroupData>) {
  const { data, refused, loaded } = props
  const { group, names } = loaded
  const isLocked = group['builtIn'] === true
  const about = getPanelHeading(props, group)
  const form = (
    <RecordForm
      key={group.id}
      fields={userGroups.fields}
      sections={userGroups.form.sections}
      record={group}
      refused={refused}
      writeKey={data.writeKey}
      draftName={`userGroups.${group.id}`}
      leave={about.close}
      own={matrixInput}
    >
      <GroupUsers group={group} names={names} />
    </RecordForm>
  )
  return (
    <Panel {...about} size="large" tools={<RecordTools {...props} record={group} />}>
      {isLocked ? (
        <div className={styles.form}>
          <div className={styles.body}>
            <p className={styles.warning}>{userGroupsMessages.locked}</p>
            <GroupUsers group={group} names={names} />
            <fieldset disabled>
              <PermissionMatrix id="locked" name="permissions" value={group['permissions']} />
            </fieldset>
          </div>
          <FormFooter cancelUrl={about.close}>
            <ButtonLink to={`/userGroups/create?from=${group.id}`}>
              {userGroupsMessages.duplicate}
            </ButtonLink>
          </FormFooter>
        </div>
      ) : (
        form
      )}
    </Panel>
  )
}

const formatScope = (group: AnyRecord): string =>
  group['allStores'] === true
    ? userGroupsMessages.storesAll
    : formatValue(userGroups.fields.storeIds, group['storeIds'], group, 'storeIds') ||
      userGroupsMessages.own

/** Returns the areas in which two groups' permissions differ, with the permissions of each. */
function findDifferentAreas(mine: readonly string[], theirs: readonly string[]) {
  const formatArea = (permissions: readonly string[], area: string) =>
    (groupByArea(permissions).find(({ key }) => key === area)?.actions ?? [])
      .map((action) => actionNames[action])
      .join(', ')
  return groupByArea([...mine, ...theirs])
    .map(({ key }) => ({
      what: getAreaLabel(key),
      one: formatArea(mine, key),
      two: formatArea(theirs, key),
    }))
    .filter(({ one, two }) => one !== two)
}

type GroupComparison = { group: AnyRecord; groups: AnyRecord[]; other: AnyRecord | null }

function CompareGroupsPanel(props: PanelProps<GroupComparison>) {
  const { group, groups, other } = props.loaded
  const { pathname } = useLocation()
  const scopes = {
    what: userGroupsMessages.scope,
    one: formatScope(group),
    two: other ? formatScope(other) : '',
  }
  const rows = [
    ...(scopes.one === scopes.two ? [] : [scopes]),
    ...findDifferentAreas(
      toMatrixPermissions(group['permissions']),
      toMatrixPermissions(other?.['permissions']),
    ),
  ]
  return (
    <Panel {...getPanelHeading(props, group, userGroupsMessages.compareTitle)} size="medium">
      <div className={styles.body}>
        <Form method="get" action={pathname} className={chooser}>
          <input type="hidden" name="compare" value={group.id} />
          <Select
            id="compare-with"
            name="with"
            label={userGroupsMessages.compareWith}
            options={groups.map((one) => ({
              value: String(one.id),
              label: getLabel(userGroups, one),
            }))}
            defaultValue={String(other?.id ?? '')}
          />
          <Button type="submit" color="white">
            {userGroupsMessages.compareButton}
          </Button>
        </Form>
        {other && (
          <div className={comparison}>
            <Table
              caption={userGroupsMessages.differences}
              rows={rows}
              keyOf={({ what }) => what}
              empty={<p>{userGroupsMessages.same}</p>}
              columns={[
                { label: userGroupsMessages.area, render: ({ what }) => what },
                { label: getLabel(userGroups, group), render: ({ one }) => one },
                { label: getLabel(userGroups, other), render: ({ two }) => two },
              ]}
            />
          </div>
        )}
      </div>
    </Panel>
  )
}

const withMatrixPermissions = (group: AnyRecord): AnyRecord => ({
  ...group,
  permissions: toMatrixPermissions(group['permissions']),
})

export const userGroupPanels = definePanels({
  create: {
    Panel: CreateUserGroupPanel,
    intents: { create: recordIntents.create },
    load: ({ api, params, signal }: PanelLoadContext) =>
      loadPrefill({ api, fields: userGroups.fields, params, signal }),
  },
  edit: {
    Panel: EditUserGroupPanel,
    intents: { edit: recordIntents.edit },
    async load(context: PanelLoadContext): Promise<EditUserGroupData> {
      const { api, id, signal } = context
      const [group, names] = await Promise.all([
        loadPanelRecord(context),
        loadGroupUserNames(api, id ?? 0, signal),
      ])
      return { group: withMatrixPermissions(group), names }
    },
  },
  compare: {
    reads: true,
    params: ['with'],

    Panel: CompareGroupsPanel,
    intents: {},
    async load(context: PanelLoadContext) {
      const { api, params, id, signal } = context
      const [group, groups] = await Promise.all([
        loadPanelRecord(context),
        loadOtherUserGroups(context, id ?? 0),
      ])
      // Compares with the first group until another one is selected.
      const other = Number(params.get('with')) || groups[0]?.id
      return {
        group,
        groups,
        other: other ? await loadRecord(api, userGroups, other, signal) : null,
      }
    },
  },
  remove: removeGroupPanel,
})
