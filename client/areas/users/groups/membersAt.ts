/** The users who are in a group. */
export const membersAt = ({ id }: { id: number }) => `/users?filter[groupIds][eq]=${id}`
