import { useLocation } from 'react-router'
import { messages } from '#shared/messages.ts'
import type { PageFailure } from '../failures.ts'
import { Button } from '../ui/Button.tsx'

/** A form rather than a script: trying again works before hydration, and fetches the page anew. */
export function Retry({ code }: Pick<PageFailure, 'code'>) {
  const { pathname, search } = useLocation()
  const kept = [...new URLSearchParams(search)]
  return (
    <form action={pathname} method="get">
      {kept.map(([name, value], at) => (
        <input key={`${at}-${name}`} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit">
        {code === 'chunk' ? messages.failures.reload : messages.failures.retry}
      </Button>
    </form>
  )
}
