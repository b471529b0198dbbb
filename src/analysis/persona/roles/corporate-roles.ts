import { family, type RoleFamily } from "./role-family.ts";

export const CORPORATE_ROLES: readonly RoleFamily[] = [
  family("finance_accounting", "Finance and accounting", "corporate", {
    titles: `
      finance, financial, accountant, accounting, controller, controlling, treasury, treasurer, cfo,
      chief financial officer, auditor, audit, tax, payroll, financial analyst, bookkeeper, accounts receivable,
      credit analyst, budget analyst, fp a, investment analyst, finance manager, financial controller,
      payroll specialist`,
    applications: `
      sap, oracle financials, netsuite, quickbooks, xero, sage, workday financial, blackline, anaplan, adaptive,
      dynamics 365 finance, adp, hyperion, treasury, avalara, bloomberg`,
  }),
  family("accounts_payable", "Accounts payable", "corporate", {
    titles: `
      accounts payable, ap clerk, ap specialist, payables, invoice, invoice processor, ap analyst,
      payment specialist, billing specialist, accounts payable clerk, payables specialist, invoice clerk`,
    applications: `
      bill.com, tipalti, avidxchange, stampli, invoice, payables, concur invoice, basware, medius`,
  }),
  family("hr", "Human resources", "corporate", {
    titles: `
      hr, human resources, people, people operations, people partner, hr business partner, hr generalist,
      compensation, benefits, chief people officer, employee relations, hr manager, hr specialist,
      learning and development, hr coordinator, benefits specialist, people manager`,
    applications: `
      workday, bamboohr, successfactors, peoplesoft, ukg, namely, gusto, personio, culture amp, lattice, 15five,
      ultipro, hibob`,
  }),
  family("recruiting", "Recruiting", "corporate", {
    titles: `
      recruiter, recruiting, recruitment, talent acquisition, talent, sourcer, talent partner,
      recruiting coordinator, technical recruiter, head of talent, talent sourcer`,
    applications: `
      greenhouse, lever, linkedin recruiter, icims, smartrecruiters, jobvite, workable, ashby, taleo, hirevue,
      recruiter`,
  }),
  family("legal", "Legal", "corporate", {
    titles: `
      legal, counsel, attorney, lawyer, paralegal, general counsel, compliance, compliance officer,
      contract manager, privacy officer, legal assistant, corporate counsel, contracts manager,
      data protection officer, solicitor, legal operations, compliance analyst`,
    applications: `
      ironclad, docusign clm, westlaw, lexisnexis, clio, imanage, relativity, contractworks, onetrust,
      netdocuments, practical law, ediscovery`,
  }),
  family("executive", "Executive management", "corporate", {
    titles: `
      ceo, chief executive officer, president, founder, managing director, chief operating officer, coo,
      executive vice president, board member, general manager, chairman, chief of staff, chief strategy officer`,
    applications: `
      diligent, boardvantage, board portal, boardeffect, nasdaq boardvantage, onboard board`,
  }),
  family("exec_assistant", "Executive assistance", "corporate", {
    titles: `
      executive assistant, personal assistant, administrative assistant, secretary, office assistant,
      assistant to the, team assistant, administrative coordinator, management assistant`,
    applications: `
      calendly, concur travel, navan, egencia, travelperk, tripactions, expensify, boardpacks`,
  }),
];
