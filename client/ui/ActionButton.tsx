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
  const link = (
    <ButtonLink {...rest} aria-label={short ? label : undefined}>
      {short ? (
        <>
          <span className={wide}>{label}</span>
          <span className={narrow}>{short}</span>
        </>
      ) : (
        label
      )}
    </ButtonLink>
  )
  return short === null ? <span className={wide}>{link}</span> : link
}
