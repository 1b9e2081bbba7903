/** The words of a machine, small below the sentence that explains them. */
export const TechnicalDetail = ({ children }: { children: string | null }) =>
  children !== null &&
  children !== '' && (
    <p className="mt-2 text-[0.8125rem] text-ink-soft wrap-anywhere">
      Technical detail: <span className="figures">{children}</span>
    </p>
  )
