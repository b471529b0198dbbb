/**
 * The application permissions of other APIs: the application id of the API and a colon, then id and value of each permission.
 *
 * Ids and values: Microsoft's definitions as republished in Cloud-Architekt/AzurePrivilegedIAM at commit f14538fd (MIT
 * license). As of 2026-08-21.
 */
export const OTHER_PERMISSIONS = `
00000002-0000-0000-c000-000000000000:
3afa6a7d-9b1a-42eb-948e-1650a849e176=Application.Read.All 1cda74f2-2616-4834-b122-5cb1b07f8a59=Application.ReadWrite.All 824c81eb-e3f8-4ee6-8f6d-de7f50d565b7=Application.ReadWrite.OwnedBy
1138cb37-bd11-4084-a2b7-9f71582aeddb=Device.ReadWrite.All 5778995a-e1bf-45b8-affa-663a9f3f4d04=Directory.Read.All 78c8a3c8-a07e-4b9e-af1b-b5ccab50a175=Directory.ReadWrite.All
abefe9df-d5a9-41c6-a60b-27b38eac3efb=Domain.ReadWrite.All 9728c0c4-a06b-4e0e-8d1b-3d694e8ec207=Member.Read.Hidden 6c2d1b1d-a490-4178-ba6b-7efceda9129b=Policy.Read.All
00000002-0000-0ff1-ce00-000000000000:
798ee544-9d2d-430c-a058-570e29e34338=Calendars.Read 2dfdc6dc-2fa7-4a2c-a922-dbd4f85d17be=Calendars.Read.All ef54d2bf-783f-4e0f-bca1-3210c0444d99=Calendars.ReadWrite.All
089fe4d0-434a-44c5-8827-41ba8a0b17f5=Contacts.Read 6918b873-d17a-4dc1-b314-35f528134491=Contacts.ReadWrite 95930782-af91-4e2e-89b7-e34ce33a0450=Exchange.AdminAPI.ManageAsApp
dc50a0fb-09a3-484d-be87-e023b12c6440=Exchange.ManageAsApp ea3d980d-ebc7-4be4-8298-a167e5b8797c=Exchange.ManageAsAppV2 5e5addcd-3e8d-4e90-baf5-964efab2b20a=IMAP.AccessAsApp
810c84a8-4a9e-49e6-bf7d-12d183f40d01=Mail.Read e2a3a72e-5f79-4c64-b1b1-878b674786c9=Mail.ReadWrite b633e1c5-b582-4048-a93e-9f11b44c7e96=Mail.Send
f7264778-fba9-422d-8e9e-2675a2c4b513=Mailbox.Migration d45fa9f8-36e5-4cd2-b601-b063c7cf9ac2=MailboxSettings.Read f9156939-25cd-4ba8-abfe-7fabcf003749=MailboxSettings.ReadWrite
15f260d6-f874-4366-8672-6b3658c5a09b=Organization.Read.All c976971c-a54d-4835-a240-2479e3dac74a=Organization.ReadWrite.All cb842b43-da6e-4506-86fe-bb12199c656d=POP.AccessAsApp
789ef6b5-4ecc-4f61-b6b3-66ef3109173c=PeopleSettings.Read.All 98ed40ef-611a-4479-bd35-eaa7863e946a=PeopleSettings.ReadWrite.All 4830e04b-48ac-4de5-bbd9-8aceb58e506b=Place.Read.All
b4d5a5c7-c085-487f-b922-ef0d6ebde6b1=ReportingWebService.Read.All 7146a1f0-8703-45b3-9eae-527a64c00995=SMTP.SendAsApp c1b0de0a-1de9-455d-919f-eca451053141=Tasks.Read
2c6a42ca-0d4d-49ad-bc0e-21222c449a65=Tasks.ReadWrite bf24470f-10c1-436d-8d53-7b997eb473be=User.Read.All 77e65b5a-ceae-48b3-9490-50a86a038a48=User.ReadBasic.All
dc890d15-9560-4a4c-9b7f-a736ec74ec40=full_access_as_app
00000003-0000-0ff1-ce00-000000000000:
b7155856-e8b7-4ba1-bf43-8c9912353676=Migration.Read.All dfe5a59c-77fe-436b-9a47-375a284cf302=Migration.ReadWrite.All 7689db6e-2939-41b4-98b7-13c05a52bcd6=OneDrive.Provision.All
806d1b36-e37b-4f02-9c9e-a1269982b2aa=SharePointCrossTenantMigration.Manage.All 8cfb5122-1118-41e2-b9f2-8ab21a06c030=SharePointCrossTenantMigration.Read.All e370eb8e-f9cc-499d-90cc-7da62103e4f3=SharePointTenantSettings.Read.All
85bd96b3-dd7e-44d4-94f4-47fbb58e5718=SharePointTenantSettings.ReadWrite.All 678536fe-1083-478a-9c59-b99265e6b0d3=Sites.FullControl.All 9bff6588-13f2-4c48-bbf2-ddab62256b36=Sites.Manage.All
d13f72ca-a275-4b96-b789-48ebcc4da984=Sites.Read.All fbcd29d2-fcca-4405-aded-518d457caae4=Sites.ReadWrite.All 20d37865-089c-4dee-8c41-6967602d4ac8=Sites.Selected
1ee80186-f376-4677-b0be-fbad73a4a9ea=SitesMetadataAdmin.Read.All 6d004c19-cc42-41ea-8888-cce2fc5bd2c5=SitesMetadataAdmin.ReadWrite.All 3cc23ca2-bb9d-42cd-9802-f792b98bac3b=TenantReports.Read.All
e512dd2e-d13a-4816-9202-d3ef0357c7b1=TenantReports.ReadWrite.All 2a8d57a5-4090-4a41-bf1c-3c621d2ccad3=TermStore.Read.All c8e3537c-ec53-43b9-bed3-b2bd3617ae97=TermStore.ReadWrite.All
df021288-bdef-4463-88db-98f22de89214=User.Read.All 741f803b-c850-494e-b5df-cde7c675a1ca=User.ReadWrite.All
00000005-0000-0ff1-ce00-000000000000:
74632bc0-f0fa-46bf-909e-aef9c9ae64c1=Analytics.Read.All 66145180-11f6-4003-9868-db9e3f86723e=Community.Read.All caa014a5-48d2-4a7f-814b-cfd868ac9c75=Community.ReadWrite.All
a34f0f09-eee9-41f8-8332-86cf08bd4938=EngagementConversation.Migration.All 7a985898-9a60-4514-ad36-f8ff01d9e01a=EngagementConversation.Read.All 19de5c8e-95bd-4c18-98c2-7e08900ba9ba=EngagementConversation.ReadWrite.All
e52ccd5f-74f3-45ef-bb4c-0464d43522cf=EngagementRole.Read 0f511994-a49f-440f-9834-7eb89fec8cc7=EngagementRole.Read.All 4897f557-5d68-4827-8b0e-c7b983e911f1=EngagementRole.ReadWrite.All
42f58b5b-a80d-4260-a1a5-c9a412f6e0d4=Notification.Send.All 1ded4338-0490-411e-8dba-f6e4aef3bb73=Storyline.ReadWrite.All
00000009-0000-0000-c000-000000000000:
654b31ae-d941-4e22-8798-7add8fdf049f=Tenant.Read.All 28379fa9-8596-4fd9-869e-cb60a93b5d84=Tenant.ReadWrite.All
00000012-0000-0000-c000-000000000000:
e23bd57d-bfd5-4906-867f-89fb5ed8cd43=Application.Read.All 7f740376-647b-4ad7-9ff7-292af252707a=Content.DelegatedReader d13f921c-7f21-4c08-bade-db9d048bd0da=Content.DelegatedWriter
7347eb49-7a1a-43c5-8eac-a5cd1d1c7cf0=Content.SuperUser 006e763d-a822-41fc-8df5-8d3d7fe20022=Content.Writer
0af06dc6-e4b5-4f28-818e-e78e62d137a5:
c107831b-9c28-4609-b219-a7b3fc5cc190=CloudPC.PartnerReadWrite.All 5184a2ce-115e-4318-9526-df3e39c2e839=EndUser.Access
3db474b9-6a0c-4840-96ac-1fceb342124f:
949ebb93-18f8-41b4-b677-c2bfea940027=VerifiableCredential.Create.All 0165bd66-5f36-41ef-abde-4e8fc0c91294=VerifiableCredential.Create.IssueRequest 410607a4-22de-48a8-b35d-ad33c0c2e1bf=VerifiableCredential.Create.PresentRequest
499b84ac-1321-427f-aa17-267ca6975798:
e000c422-1bec-45ec-9d30-083f21df9d04=vso.loadtest 28d646b8-7efa-4ff7-9e39-dfb3a53b7fa6=vso.loadtest_write
58c746b0-a0b0-4647-a8f6-12dde5981638:
179ad82c-ddf7-4180-9ecc-af2608f2ae6d=Insights.Read.AccessRecommendation 50974fa0-9c21-4479-a75c-a901ccdb4b5c=Insights.Read.All c05406e2-24d5-4c73-8c33-dde21e8501e6=Insights.Read.SignIn
2e03c640-95b1-462d-b0cc-811335e6c60b=Subscriptions.Read 0be7af70-7a46-4866-8e53-d01ebd5c57a1=Subscriptions.ReadWrite
688413c8-5319-43e1-9a0e-42f49da53686:
2844d7f7-2f03-4cbd-8c6e-fdabb1420f2a=VerifiedId.GetKeys.DefaultDid fd8ba960-9458-4837-93c4-679af94b1fe0=VerifiedId.PerformCallback.Presentation 1f9d6113-6e9d-4510-8a10-c96da41a4eec=VerifiedId.Sign.VerifiablePresentationRequest
6bf85cfa-ac8a-4be5-b5de-425a0d0dc016:
ab43b826-2c7a-4aff-9ecd-d0629d0ca6a9=ADSynchronization.ReadWrite.All
73c2949e-da2d-457a-9607-fcc665198967:
8d48872e-7710-4001-bfd0-7dac15c28f69=Purview.ApplicationAccess
7b7531ad-5926-4f2d-8a1d-38495ad33e17:
c613cf81-75fb-4201-a32b-7a58d1fe4dff=Identity.PrivilegeAccountActions 850e8a94-5d16-40ff-9167-cfda8c7f9ea8=Identity.PrivilegeAccountTagging
93625bc8-bfe2-437a-97e0-3d0060024faa:
69201c67-737b-4a20-8f16-e0c8c64e0b0e=PasswordWriteback.OffboardClient.All fc7e8088-95b5-453e-8bef-b17ecfec5ba3=PasswordWriteback.RefreshClient.All e006e431-a65b-4f3e-8808-77d29d4c5f1a=PasswordWriteback.RegisterClientVersion.All
c161e42e-d4df-4a3d-9b42-e7a3c31f59d4:
3d9dc976-32fb-45a8-90bd-c9f8a850d098=get_data_warehouse 7ec88bad-30c7-4928-a005-4455362cfd98=get_device_compliance 3857e233-c379-404e-85e9-bdbf3a62b28f=manage_partner_compliance_policy
907d16c7-7591-49a4-b523-6fd42e5f2c7e=pfx_cert_provider 39d724e8-6a34-4930-9a36-364082c35716=scep_challenge_provider 7828b294-fdcc-4ed6-a45a-854364afb21d=send_data_usage
7b3c62c0-bbe4-4ceb-971b-ecc50a191b3e=update_device_attributes a5438881-186a-48f0-bc41-a93ae8a195fe=update_device_health
c5393580-f805-4401-95e8-94b7a6ef2fc2:
594c1fb6-4f81-4475-ae41-0c394909246c=ActivityFeed.Read 4807a72c-ad38-4250-94c9-4eabfe26cd55=ActivityFeed.ReadDlp b3b78c39-cb1d-4d17-820a-25d9196a800e=ActivityReports.Read
825c9d21-ba03-4e97-8007-83f020ff8c0f=Deprecated_ActivityReports.Read 69784729-33e3-471d-b130-744ce05343e5=Deprecated_ThreatIntelligence.Read e2cea78f-e743-4d8f-a16a-75b629a038ae=ServiceHealth.Read
17f1c501-83cd-414c-9064-cd10f7aef836=ThreatIntelligence.Read
ca7f3f0b-7d91-482c-8e09-c5d840d0eac5:
e8f6e161-84d0-4cd7-9441-2d46ec9ec3d5=Data.Read
cc15fd57-2c6c-4117-a88c-83b1d56b4bbe:
4f217d7c-5ea7-4dde-a269-9025b80f2cd5=AdminAppCatalog.Read.All 0d9ce864-39e5-424f-8556-b68ce5dac482=Region.Read.All 3ed42bc3-d6ed-4cf4-9531-d521e361223e=Region.ReadWrite.All
400ef46e-3c0a-45d4-bb3d-4eb2d94f832a=Team.ReadWrite.All eb12f503-edcc-4d03-93d7-3462546aeace=TeamMember.ReadWrite.All 91d6f071-cbcb-48b9-baba-557f0f1f46bc=User.Read.All
b8a8280c-fe24-4c24-8b5a-74e833c2c018=UserLicense.Read.All fd7bf697-168c-45be-b7ba-e94b3529deff=user_impersonation
fc780465-2017-40d4-a0c5-307022471b92:
93489bf5-0fbc-4f2d-b901-33f2fe08ff05=AdvancedQuery.Read.All 71fe6b80-7034-4028-9ed8-0f316df9c3ff=Alert.Read.All 0f7000ec-157b-497f-b70e-ef0b0584f140=Alert.ReadWrite.All
84ddd701-5fac-4c30-b0ad-aa73a67bea1a=Event.Write 8788f1a9-beca-4e26-ba58-10513f3b896f=File.Read.All 7c6f6912-60e9-4fcd-bb2a-c25bc35e8c59=IntegrationConfiguration.ReadWrite
47bf842d-354b-49ef-b741-3a6dd815bc13=Ip.Read.All 41d209c7-2511-4fc9-b899-8008a3976f09=Library.Manage 15405ab2-2103-4a3c-ad80-e829841cedcc=Machine.CollectForensics
7e4e1300-e1b9-4102-88ba-f0cb6e6d5974=Machine.Isolate 1629b959-c0af-42a1-92f0-f6162060bdf1=Machine.LiveResponse 594435bf-36dd-4548-83bd-1bdafe157d7a=Machine.Offboard
ea8291d3-4b9a-44b5-bc3a-6cea3026dc79=Machine.Read.All aa027352-232b-4ed4-b963-a705fc4d6d2c=Machine.ReadWrite.All 96b6b35d-074d-4e2d-b167-8d68d9269648=Machine.RestrictExecution
a86d9824-b2b6-45f8-b042-16bc4922ed4e=Machine.Scan 96e72b5e-7e68-4171-aad1-3937599e4751=Machine.StopAndQuarantine 6a33eedf-ba73-4e5a-821b-f057ef63853a=RemediationTasks.Read.All
02b005dd-f804-43b4-8fc7-078460413f74=Score.Read.All e870c0c1-c1a2-41ca-948e-a33912d2d3f0=SecurityBaselinesAssessment.Read.All 227f2ea0-c2c2-4428-b7af-9ff40f1a720e=SecurityConfiguration.Read.All
e5e05709-32a3-4c85-89c8-67596eb94f24=SecurityConfiguration.ReadWrite.All 6443965c-7dd2-4cfd-b38f-bb7772bee163=SecurityRecommendation.Read.All 37f71c98-d198-41ae-964d-2c49aab74926=Software.Read.All
528ca142-c849-4a5b-935e-10b8b9c38a84=Ti.Read.All a8bc2240-f96a-46a1-bad5-6a960b7327a1=Ti.ReadWrite fc511a58-3adf-4d71-af24-00f13e35e479=Ti.ReadWrite.All
721af526-ffa8-42d7-9b84-1a56244dd99d=Url.Read.All a833834a-4cf1-4732-8acf-bbcfa13fb610=User.Read.All 41269fc5-d04d-4bfd-bce7-43a51cea049a=Vulnerability.Read.All
f820e656-f1d1-4cb8-a566-31d18eeecb40=readonly 2261fd4a-5f23-4b74-9e4d-f4ac92dc86a2=secop
`;
