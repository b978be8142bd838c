import { Form } from 'react-router'
import { rightInWords } from '#shared/permissions.ts'
import { routesOf } from '#shared/users/permissionCatalogue.ts'
import { accountStatuses } from '#shared/users/accountStates.ts'
import type { AccountStatus } from '#shared/users/accountStates.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { TextInput } from '#client/ui/TextInput.tsx'
import type { Asked, PermissionsData, Why } from './loader.ts'
import { permissionWords as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Permissions.css.ts'

type Props = Pick<PermissionsData, 'search' | 'operators' | 'why' | 'entries'> & {
  asked: Asked
  close: string
}

/** Why somebody cannot open a page or make a call, and who can change that; it works without JavaScript too. */
export function WhyPanel({ search, operators, asked, why, entries, close }: Props) {
  const known = entries.flatMap(({ key, calls }) => [
    ...routesOf(key).map(({ path }) => path),
    ...calls.map(({ method, path }) => `${method} ${path}`),
  ])
  const { who, what, isSent } = asked
  const [verdict, ...more] = why ? sentences(asked, why) : []
  return (
    <Panel title={say.why} close={close}>
      <Form method="get" action="/permissions" className={panel.form} preventScrollReset>
        {search && <input type="hidden" name="search" value={search} />}
        <div className={panel.body}>
          <TextInput
            id="who"
            name="who"
            label={say.who}
            list="emails"
            required
            defaultValue={who}
            error={isSent && who === '' ? say.whoMissing : undefined}
          />
          <TextInput
            id="what"
            name="what"
            label={say.what}
            placeholder={say.whatHint}
            list="known"
            required
            defaultValue={what}
            error={isSent && what === '' ? say.whatMissing : undefined}
          />
          <datalist id="emails">
            {operators.map(({ name, email }) => (
              <option key={email} value={email}>
                {name}
              </option>
            ))}
          </datalist>
          <datalist id="known">
            {[...new Set(known)].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </datalist>
          <div role="status">
            {verdict && (
              <div className={styles.answer}>
                <p className={panel.asks}>{verdict}</p>
                {more.map((sentence) => (
                  <p key={sentence}>{sentence}</p>
                ))}
                {why?.user && (
                  <p>
                    <ButtonLink size="small" color="white" to={`/users?edit=${why.user.id}`}>
                      {say.account(nameOf(why.user, who))}
                    </ButtonLink>
                  </p>
                )}
              </div>
            )}
          </div>
        </div>
        <FormFooter leave={close}>
          <Button type="submit">{say.ask}</Button>
        </FormFooter>
      </Form>
    </Panel>
  )
}

const nameOf = (user: NonNullable<Why['user']>, email: string) => String(user['name'] || email)

const groupsWith = (right: string, groups: readonly string[]) =>
  groups.length > 0 ? say.groupsWith(right, groups.join(', ')) : say.noGroup(right)

/** The verdict first. */
function sentences({ who, what }: Asked, { user, held, answers }: Why): string[] {
  if (!user || !held) return [say.unknownUser(who)]
  const name = nameOf(user, who)
  if (user['kind'] === 'store_admin') return [say.storeAdmin(name)]
  const status = user['status'] as AccountStatus // The platform knows no other.
  if (status !== 'active') return [say.notActive(name, accountStatuses[status].toLowerCase())]
  if (answers.length === 0) return [say.unknownWhat(what)]
  const { all, names } = held.stores
  return [
    ...answers.flatMap(({ right, has, from, groups, granting }) => {
      const words = rightInWords(right)
      return has
        ? [say.may(name, words, right, from.join(', '))]
        : [
            say.mayNot(name, words, right),
            ...(groups ? [groupsWith(words, groups)] : []),
            granting.length > 0 ? say.grant(granting.join(', ')) : say.noGrant,
          ]
    }),
    ...(all ? [] : [names.length > 0 ? say.stores(names.join(', ')) : say.noStores]),
  ]
}
