import { Button, ButtonLink } from './Button.tsx'
import type { PageAction } from './pageActions.ts'
import { narrow, wide } from './PageHeader.css.ts'

/** Renders an action of a page as a button, or as a link that looks like one. */
export function ActionButton({ action }: { action: PageAction }) {
  const { label, short, ...rest } = action
  if ('submits' in rest) {
    const { submits, ...button } = rest
    return (
      <Button type="submit" form={submits} {...button}>
        {label}
      </Button>
    )
  }
  if (short === undefined) return <ButtonLink {...rest}>{label}</ButtonLink>
  if (short === null)
    return (
      <span className={wide}>
        <ButtonLink {...rest}>{label}</ButtonLink>
      </span>
    )
  return (
    <ButtonLink {...rest} aria-label={label}>
      <span className={wide}>{label}</span>
      <span className={narrow}>{short}</span>
    </ButtonLink>
  )
}
