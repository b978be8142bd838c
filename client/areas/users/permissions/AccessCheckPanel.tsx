import { Form } from 'react-router'
import { formatPermission } from '#shared/permissions/permissions.ts'
import { getGuardedRoutes } from '#shared/areas/users/permissionCatalog.ts'
import { buildViewPanelUrl } from '#shared/navigation/viewUrl.ts'
import { users } from '#shared/areas/users/users.ts'
import { accountStatuses } from '#shared/areas/users/accountStates.ts'
import type { AccountStatus } from '#shared/areas/users/accountStates.ts'
import { Button } from '#client/frame/index.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { ReferenceInput } from '#client/form/inputs/ReferenceInput.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { canBeViewed } from '../canBeViewed.ts'
import { getSubjectLabel, operatorField } from './loader.ts'
import type { AccessQuestion, PermissionsData, AccessCheck } from './loader.ts'
import { permissionsMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Permissions.css.ts'

type Props = Pick<PermissionsData, 'search' | 'why' | 'entries'> & {
  asked: AccessQuestion
  close: string
}

/**
 * Explains why a user can't open a page or make a call, and who can change that. Works without
 * JavaScript too.
 */
export function AccessCheckPanel({ search, asked, why, entries, close }: Props) {
  const suggestions = entries.flatMap(({ key, calls }) => [
    ...getGuardedRoutes(key).map(({ path }) => path),
    ...calls.map(({ method, path }) => `${method} ${path}`),
  ])
  const { who, what, isSent, rejection: refused } = asked
  const canView = useCan()(users, 'viewAs')
  const [verdict, ...more] = why ? formatAccessCheck(asked, why) : []
  return (
    <Panel title={permissionsMessages.checkAccess} close={close}>
      <Form method="get" action="/permissions" className={panel.form} preventScrollReset>
        {search && <input type="hidden" name="search" value={search} />}
        <div className={panel.body}>
          <ReferenceInput
            key={getSubjectLabel(who)}
            id="who"
            name="who"
            field={operatorField}
            value={who}
            error={refused?.error ?? (isSent && !who ? permissionsMessages.userMissing : undefined)}
            choices={refused?.choices}
          />
          <TextInput
            id="what"
            name="what"
            label={permissionsMessages.what}
            placeholder={permissionsMessages.whatHint}
            list="known"
            required
            defaultValue={what}
            error={isSent && what === '' ? permissionsMessages.whatMissing : undefined}
          />
          <datalist id="known">
            {[...new Set(suggestions)].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </datalist>
          <div role="status">
            {verdict && (
              <div className={styles.answer}>
                <p className={panel.subheading}>{verdict}</p>
                {more.map((sentence) => (
                  <p key={sentence}>{sentence}</p>
                ))}
                {why?.user && (
                  <p>
                    <ButtonLink size="small" color="white" to={`/users?edit=${why.user.id}`}>
                      {permissionsMessages.account(getUserName(why.user, getSubjectLabel(who)))}
                    </ButtonLink>{' '}
                    {canView && canBeViewed(why.user) && (
                      <ButtonLink size="small" color="white" to={buildViewPanelUrl(why.user.id)}>
                        {permissionsMessages.viewAs}
                      </ButtonLink>
                    )}
                  </p>
                )}
              </div>
            )}
          </div>
        </div>
        <FormFooter cancelUrl={close}>
          <Button type="submit">{permissionsMessages.ask}</Button>
        </FormFooter>
      </Form>
    </Panel>
  )
}

const getUserName = (user: NonNullable<AccessCheck['user']>, email: string) =>
  String(user['name'] || email)

const formatGroups = (permission: string, groups: readonly string[]) =>
  groups.length > 0
    ? permissionsMessages.groupsWith(permission, groups.join(', '))
    : permissionsMessages.noGroup(permission)

/** Formats the result of an access check, verdict first. */
function formatAccessCheck(
  { who, what }: AccessQuestion,
  { user, permissions: userPermissions, answers }: AccessCheck,
): string[] {
  const subjectLabel = getSubjectLabel(who)
  if (!user || !userPermissions) return [permissionsMessages.unknownUser(subjectLabel)]
  const name = getUserName(user, subjectLabel)
  if (user['kind'] === 'store_admin') return [permissionsMessages.storeAdmin(name)]
  const status = user['status'] as AccountStatus // The platform's own value.
  if (status !== 'active')
    return [permissionsMessages.notActive(name, accountStatuses[status].toLowerCase())]
  if (answers.length === 0) return [permissionsMessages.unknownWhat(what)]
  const { all, names } = userPermissions.stores
  return [
    ...answers.flatMap(({ right: permission, has, from, groups, granting }) => {
      const words = formatPermission(permission)
      return has
        ? [permissionsMessages.hasAccess(name, words, permission, from.join(', '))]
        : [
            permissionsMessages.hasNoAccess(name, words, permission),
            ...(groups ? [formatGroups(words, groups)] : []),
            granting.length > 0
              ? permissionsMessages.grant(granting.join(', '))
              : permissionsMessages.noGrant,
          ]
    }),
    ...(all
      ? []
      : [
          names.length > 0
            ? permissionsMessages.stores(names.join(', '))
            : permissionsMessages.noStores,
        ]),
  ]
}
