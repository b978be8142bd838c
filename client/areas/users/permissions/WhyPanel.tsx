import { Form } from 'react-router'
import { rightInWords } from '#shared/permissions/permissions.ts'
import { routesOf } from '#shared/areas/users/permissionCatalogue.ts'
import { accountStatuses } from '#shared/areas/users/accountStates.ts'
import type { AccountStatus } from '#shared/areas/users/accountStates.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { ReferenceInput } from '#client/form/inputs/ReferenceInput.tsx'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { calledAs, operator } from './loader.ts'
import type { Asked, PermissionsData, Why } from './loader.ts'
import { permissionWords as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Permissions.css.ts'

type Props = Pick<PermissionsData, 'search' | 'why' | 'entries'> & {
  asked: Asked
  close: string
}

/** Why somebody cannot open a page or make a call, and who can change that; it works without JavaScript too. */
export function WhyPanel({ search, asked, why, entries, close }: Props) {
  const known = entries.flatMap(({ key, calls }) => [
    ...routesOf(key).map(({ path }) => path),
    ...calls.map(({ method, path }) => `${method} ${path}`),
  ])
  const { who, what, isSent, refused } = asked
  const [verdict, ...more] = why ? sentences(asked, why) : []
  return (
    <Panel title={say.why} close={close}>
      <Form method="get" action="/permissions" className={panel.form} preventScrollReset>
        {search && <input type="hidden" name="search" value={search} />}
        <div className={panel.body}>
          <ReferenceInput
            key={calledAs(who)}
            id="who"
            name="who"
            field={operator}
            value={who}
            error={refused?.error ?? (isSent && !who ? say.whoMissing : undefined)}
            choices={refused?.choices}
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
                      {say.account(nameOf(why.user, calledAs(who)))}
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
  const called = calledAs(who)
  if (!user || !held) return [say.unknownUser(called)]
  const name = nameOf(user, called)
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
