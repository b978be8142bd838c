/** Returns an account as the target of an audit entry. */
export const toAccountTarget = ({ id, email }: { id: number; email: string }) => ({
  type: 'users',
  id,
  label: email,
})
