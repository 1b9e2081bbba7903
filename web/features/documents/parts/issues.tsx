/** What the client can do about a document; of many, the first few and how many more there are. */
export const Issues = ({ issues, most }: { issues: string[]; most: number }) => {
  if (issues.length === 0) return null
  const more = issues.length - most
  return (
    <ul className="mt-2 grid list-disc gap-1 pl-4.5">
      {issues.slice(0, most).map((issue) => (
        <li key={issue}>{issue}</li>
      ))}
      {more > 0 && <li className="list-none">{`...and ${more} more issues`}</li>}
    </ul>
  )
}
