import { buildProviderStartPath } from '#shared/areas/signIn/providerPaths.ts'
import { googleSignInMessages, signInMessages } from '#shared/areas/signIn/signInMessages.ts'
import { useFacts } from '#client/runtime/ConsoleContext.tsx'
import { Button } from '#client/ui/Button.tsx'
import * as styles from './SignIn.css.ts'

/** Renders a button for each OpenID provider, as plain forms, since they lead to other sites. */
export function ProviderForms({ whereTo }: { whereTo: string }) {
  const { google, providers = [] } = useFacts()
  if (providers.length === 0) return null
  return (
    <>
      {!google && <p className={styles.divider}>{googleSignInMessages.or}</p>}
      {providers.map(({ id, name }) => (
        <form
          key={id}
          method="post"
          action={buildProviderStartPath(id) + whereTo}
          className={styles.form}
        >
          <Button type="submit" color="white">
            {signInMessages.signInWith(name)}
          </Button>
        </form>
      ))}
    </>
  )
}
